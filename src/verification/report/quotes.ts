import type { OperationName } from '../../engine/interface/operations.js';
import { findOperation, listExpectedStatuses } from '../differences.js';
import { quotes } from '../document.js';
import type { Evidence } from '../result.js';

/** Words of the document, and their section. */
export interface Quoted {
  readonly section: string;
  readonly quote: string;
}

/** Quotes that rule out a difference, whichever requirement found it. */
const generalQuotes: readonly (readonly [title: RegExp, section: string, quote: string])[] = [
  [/^status of the Pet (?!changes)/, '2', quotes.petStatus],
  [/^categoryId of the Pet/, '2', quotes.categoryId],
  [/^id of the Pet|have the same id$/, '2', quotes.id],
  [/^name of the Pet/, '2', quotes.name],
  [/of the Error|the Error is/, '7', quotes.errorShape],
  [/^Content-Type|^the body is/, '1', quotes.json],
  [/^a filtered page/, '4.1', quotes.filter],
  [/^a page has/, '8', quotes.pageSize],
  [/^createPet accepts/, '4.2', quotes.badRequest],
  [/^a pet that exists is missing \(getPet/, '4.3', quotes.requested],
  [/^a request without the valid key/, '5', quotes.unauthorized],
];

/** Quotes about one operation; the others are about all. */
const ownQuotes: Readonly<Record<OperationName, readonly string[]>> = {
  listPets: [quotes.page, quotes.filter, quotes.states, quotes.pageSize, quotes.openList],
  createPet: [quotes.created, quotes.badRequest],
  getPet: [quotes.requested, quotes.notFound, quotes.petId],
};

const keyQuotes: readonly string[] = [
  quotes.unauthorized,
  quotes.rejectedKey,
  quotes.bearer,
  quotes.everyOperation,
];

/** Whether a quote is about the operation of an exchange, and a status that it expects. */
function fits(quote: string, evidence: Evidence): boolean {
  const operation = findOperation(evidence);
  const isOfOther = Object.entries(ownQuotes).some(
    ([name, own]) => name !== operation && own.includes(quote),
  );
  const [, row] = /^(\d{3}) \| /.exec(quote) ?? [];
  const status = keyQuotes.includes(quote) ? 401 : Number(row);
  const expected = listExpectedStatuses(evidence);
  return !isOfOther && (!status || expected.length === 0 || expected.includes(status));
}

/** Finds the words that require the response of an exchange. */
function findRow(evidence: Evidence): Quoted {
  const expected = listExpectedStatuses(evidence);
  if (expected.includes(401)) {
    return { section: '5', quote: quotes.unauthorized };
  }
  const rows: Readonly<Record<OperationName, Quoted>> = {
    listPets: { section: '4.1', quote: quotes.page },
    createPet: {
      section: '4.2',
      quote: expected.includes(400) ? quotes.badRequest : quotes.created,
    },
    getPet: {
      section: '4.3',
      quote: expected.includes(404) ? quotes.notFound : quotes.requested,
    },
  };
  return rows[findOperation(evidence)];
}

/**
 * Chooses the quote for an exchange. That of a requirement may be about another operation, which the
 * exchange only prepared.
 */
export const chooseQuote = (evidence: Evidence, own: Quoted): Quoted =>
  fits(own.quote, evidence) ? own : findRow(evidence);

/** Chooses the quote for a finding. */
export function chooseFindingQuote(title: string, evidence: Evidence, own: Quoted): Quoted {
  const [, section, quote] = generalQuotes.find(([pattern]) => pattern.test(title)) ?? [];
  return section === undefined || quote === undefined
    ? chooseQuote(evidence, own)
    : { section, quote };
}
