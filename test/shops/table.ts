import { brokenVariants } from '../providers/broken.js';
import { legalVariants } from '../providers/legal.js';
import type { BrokenVariant, LegalVariant } from '../providers/variant.js';
import { shops } from './uses.js';
import type { Verdict } from './verdicts.js';

export type AnyVariant = BrokenVariant | LegalVariant;

/** All providers of the catalogue. */
export const variants: readonly AnyVariant[] = [...brokenVariants, ...legalVariants];

/** Why a contract misses a broken use; the place in the list is the number in the table. */
const reasons = {
  several:
    'Only several responses together show it, such as two equal ids, or a created pet that no page has. ' +
    'Pact checks each response by itself.',
  repetition: 'Only a repeated request shows it. A contract sends each request once.',
  empty:
    'Only an empty page shows it. The contract needs a pet on the page, to have something to check.',
  otherPets:
    'Only other pets show it, such as sold ones. The contract reads one that is available, and one without a status.',
  first:
    'Only the first request shows it. The verifier waits, because a list or a pet may lag behind.',
  values:
    'Only other values show it: the contract asks for one unknown id, and Pact checks the digits of an ' +
    'integer, not its range.',
} as const;

type Reason = keyof typeof reasons;

/** What one response shows, but not to Pact. */
const missedInOneResponse: Readonly<Record<string, Reason>> = {
  'empty-page-is-204': 'empty',
  'empty-page-is-404': 'empty',
  'empty-page-is-null': 'empty',
  'every-tenth-answer-fails': 'repetition',
  'id-beyond-int64': 'values',
  'id-wrapped-at-32-bits': 'values',
  'pet-not-found-at-first': 'first',
  'sold-pets-not-readable': 'otherPets',
};

/** @throws {Error} when nobody has given a reason */
function findReason({ name }: AnyVariant, { shop, broken }: Verdict): Reason {
  const known = missedInOneResponse[name];
  if (known !== undefined) {
    return known;
  }
  const seen = broken.map(({ seenIn }) => seenIn);
  if (seen.includes('one response')) {
    const [{ use, problem } = { use: '', problem: '' }] = broken;
    throw new Error(
      `The contract of ${shop} misses ${name} for no known reason: ${use}: ${problem}`,
    );
  }
  return seen.includes('several responses') ? 'several' : 'repetition';
}

const reasonNames = Object.keys(reasons) as Reason[];

/** What a contract fails although its shop is not affected. */
const accusations: Readonly<Record<string, string>> = {
  'body-read-by-a-pattern':
    'This provider needs the name first in a body. The shops send it first, but Pact sorts the members.',
};

const marks = {
  caught: '✗',
  inconclusive: '?',
  missed: '!',
  passed: '·',
  accused: '(✗)',
} as const;

/** The cell of a provider and a shop. */
function formatCell(variant: AnyVariant, verdict: Verdict): string {
  const { broken, contract } = verdict;
  if (broken.length === 0) {
    if (contract !== 'passed' && accusations[variant.name] === undefined) {
      throw new Error(`The contract of ${verdict.shop} fails ${variant.name}: ${verdict.findings}`);
    }
    return contract === 'passed' ? marks.passed : marks.accused;
  }
  if (contract === 'passed') {
    return `${marks.missed} ${reasonNames.indexOf(findReason(variant, verdict)) + 1}`;
  }
  return contract === 'failed' ? marks.caught : marks.inconclusive;
}

const formatLine = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The row of a provider. */
export function formatRow(variant: AnyVariant, verdicts: readonly Verdict[]): string {
  const kind = 'breaks' in variant ? `breaks ${variant.breaks}` : 'correct';
  return formatLine([
    `\`${variant.name}\``,
    kind,
    ...verdicts.map((verdict) => formatCell(variant, verdict)),
  ]);
}

/** The cells of each shop. */
function readCells(rows: readonly string[]): string[][] {
  const cells = rows.map((row) => row.split(' | '));
  return shops.map((_, index) => cells.map((row) => `${row[index + 2]}`.replace(/ \|$/, '')));
}

/** Counts the cells that begin with one of the marks. */
const count = (cells: readonly string[], ...wanted: readonly string[]) =>
  cells.filter((cell) => wanted.some((mark) => cell.startsWith(mark))).length;

function formatFigures(rows: readonly string[]): string[] {
  const { caught, inconclusive, missed, passed, accused } = marks;
  const columns = readCells(rows);
  const each = (format: (cells: readonly string[]) => string | number) => columns.map(format);
  return [
    formatLine(['', ...shops.map(({ name }) => name)]),
    formatLine(['---', ...shops.map(() => '---')]),
    formatLine([
      'providers that break a use',
      ...each((one) => count(one, caught, inconclusive, missed)),
    ]),
    formatLine([`of these, the contract fails (${caught})`, ...each((one) => count(one, caught))]),
    formatLine([
      `could not be verified (${inconclusive})`,
      ...each((one) => count(one, inconclusive)),
    ]),
    formatLine([`passes (${missed})`, ...each((one) => count(one, missed))]),
    formatLine(['providers that break no use', ...each((one) => count(one, passed, accused))]),
    formatLine([`of these, the contract passes (${passed})`, ...each((one) => count(one, passed))]),
    formatLine([`fails (${accused})`, ...each((one) => count(one, accused))]),
  ];
}

function formatReasons(rows: readonly string[]): string[] {
  const columns = readCells(rows);
  return [
    formatLine(['', 'why a broken use is not caught', ...shops.map(({ name }) => name)]),
    formatLine(['---', '---', ...shops.map(() => '---')]),
    ...reasonNames.map((name, index) => {
      const mark = `${marks.missed} ${index + 1}`;
      return formatLine([mark, reasons[name], ...columns.map((cells) => count(cells, mark))]);
    }),
  ];
}

/** The page with the whole table. */
export const formatPage = (rows: readonly string[]) =>
  [
    '# What recorded contracts find',
    '',
    `The tests of the three [example shops](../examples) record a contract each. This table has ${variants.length}`,
    `small variants of the service, ${brokenVariants.length} broken and ${legalVariants.length} correct. Each shop's contract should fail those that`,
    'break what the shop uses, and pass the others.',
    '',
    'Whether a provider breaks a use is judged without Pact: a small program (`test/shops/oracle.ts`) sends the',
    'requests of the shop again and again, and compares the responses with the interface document. It judges only',
    'the fields that the shop reads. `npm run contracts:table` writes this page; a test repeats some of its rows.',
    '',
    ...formatFigures(rows),
    '',
    ...formatReasons(rows),
    '',
    ...Object.entries(accusations).map(([name, why]) => `${marks.accused} \`${name}\`: ${why}`),
    '',
    `${marks.inconclusive} means that the verification ends with exit code 2, for example because no list can be read.`,
    '',
    formatLine(['provider', '', ...shops.map(({ name }) => name)]),
    formatLine(['---', '---', ...shops.map(() => '---')]),
    ...rows,
    '',
  ].join('\n');
