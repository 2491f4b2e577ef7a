import type { OperationName } from '../../engine/interface/operations.js';
import { findOperation, listExpectedStatuses } from '../differences.js';
import { type Quoted, quotes } from '../document.js';
import type { Evidence } from '../result.js';

/** Quotes that rule out a difference, whichever requirement found it. */
const generalQuotes: readonly (readonly [title: RegExp, quoted: Quoted])[] = [
  [/^status of the Pet (?!changes)/, quotes.petStatus],
  [/^categoryId of the Pet/, quotes.categoryId],
  [/^id of the Pet|have the same id$/, quotes.id],
  [/^name of the Pet/, quotes.name],
  [/of the Error|the Error is/, quotes.errorShape],
  [/^Content-Type|^the body is/, quotes.json],
  [/^a filtered page/, quotes.filter],
  [/^a page has/, quotes.pageSize],
  [/^createPet accepts/, quotes.badRequest],
  [/^a pet that exists is missing \(getPet/, quotes.requested],
  [/^a request without the valid key/, quotes.unauthorized],
];

/** Quotes about one operation; the others are about all. */
const ownQuotes: Readonly<Record<OperationName, readonly Quoted[]>> = {
  listPets: [quotes.page, quotes.filter, quotes.states, quotes.pageSize, quotes.openList],
  createPet: [quotes.created, quotes.badRequest],
  getPet: [quotes.requested, quotes.notFound, quotes.petId],
};

const keyQuotes: readonly Quoted[] = [
  quotes.unauthorized,
  quotes.rejectedKey,
  quotes.bearer,
  quotes.everyOperation,
];

const has = (list: readonly Quoted[], { quote }: Quoted) => list.some((one) => one.quote === quote);

/** Reads the status that a quote requires; NaN when it requires none. */
function readStatus(quoted: Quoted): number {
  const [, row] = /^(\d{3}) \| /.exec(quoted.quote) ?? [];
  return has(keyQuotes, quoted) ? 401 : Number(row);
}

/** Whether a quote is about the operation of an exchange, and a status that it expects. */
function fits(quoted: Quoted, evidence: Evidence): boolean {
  const operation = findOperation(evidence);
  const isOfOther = Object.entries(ownQuotes).some(
    ([name, own]) => name !== operation && has(own, quoted),
  );
  const status = readStatus(quoted);
  const expected = listExpectedStatuses(evidence);
  return !isOfOther && (!status || expected.length === 0 || expected.includes(status));
}

/** The words that require a response: for a success, then for each failure that may be expected. */
const rows: Readonly<Record<OperationName, readonly [success: Quoted, ...failures: Quoted[]]>> = {
  listPets: [quotes.page, quotes.unauthorized],
  createPet: [quotes.created, quotes.unauthorized, quotes.badRequest],
  getPet: [quotes.requested, quotes.unauthorized, quotes.notFound],
};

/** Finds the words that require the response of an exchange; those for a failure if it may have one. */
function findRow(evidence: Evidence): Quoted {
  const [success, ...failures] = rows[findOperation(evidence)];
  const expected = listExpectedStatuses(evidence);
  return failures.find((row) => expected.includes(readStatus(row))) ?? success;
}

/**
 * Chooses the quote for an exchange. That of a requirement may be about another operation, which the
 * exchange only prepared.
 */
export const chooseQuote = (evidence: Evidence, own: Quoted): Quoted =>
  fits(own, evidence) ? own : findRow(evidence);

/** Chooses the quote for a finding. */
export const chooseFindingQuote = (title: string, evidence: Evidence, own: Quoted): Quoted =>
  generalQuotes.find(([pattern]) => pattern.test(title))?.[1] ?? chooseQuote(evidence, own);
