import { Broken, type JudgedPromise, type Verdict } from '../verdict.js';

/** What came of a verification. */
export interface VerificationReport {
  readonly url: string;
  /**
   * `held`: no promise is broken; `broken`: some are; `not judged`: nothing can be said, because the
   * provider can't be reached or refuses the key.
   */
  readonly outcome: 'held' | 'broken' | 'not judged';
  /** With the outcome `not judged`: why, and what would help. */
  readonly reason?: string;
  /** In the order of the document's sections. */
  readonly promises: readonly JudgedPromise[];
  /** How many calls of createPet were answered with success (2xx): pets, if the provider tells the truth. */
  readonly createdPets: number;
  readonly milliseconds: number;
}

/** How many promises of a section, or of all, came to which verdict. */
export type Tally = Readonly<Record<Verdict, number>>;

export function tally(promises: readonly JudgedPromise[]): Tally {
  const count = (verdict: Verdict) => promises.filter((one) => one.verdict === verdict).length;
  return { held: count('held'), broken: count('broken'), 'not proved': count('not proved') };
}

/** The sections that promises come from, in the order of the document. */
export function sectionsOf(promises: readonly JudgedPromise[]): string[] {
  return [...new Set(promises.map(({ section }) => section))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
}

export function inDocumentOrder(promises: readonly JudgedPromise[]): JudgedPromise[] {
  return sectionsOf(promises).flatMap((section) =>
    promises.filter((promise) => promise.section === section),
  );
}

/** What several promises fail for alike. */
export interface Cause {
  /** `createPet: 200 came instead of 201`. */
  readonly words: string;
  readonly broken: number;
  readonly notProved: number;
}

/** Fewer broken promises need no summary. */
const fewest = 3;
/** So many causes are told. */
const maxTold = 5;

/** A call, the status that it should have been answered with, and what came instead. */
const otherAnswer =
  /(GET|POST) \/pets(\/?).*?: expected (\d{3}) with [\w ]+, and (\d{3}|no answer)\b/s;

function operationOf(method: string | undefined, slash: string | undefined): string {
  if (method === 'POST') {
    return 'createPet';
  }
  return slash === '/' ? 'getPet' : 'listPets';
}

/** What the evidence says, or the reason for which nothing is proved; what is in bodies differs too much. */
function causeOf({ evidence, reason = '' }: JudgedPromise): string | undefined {
  const said = evidence === undefined ? reason : new Broken(evidence).message;
  const [, method, slash, expected, came] = otherAnswer.exec(said) ?? [];
  return expected === came
    ? undefined
    : `${operationOf(method, slash)}: ${came} came instead of ${expected}`;
}

/** Wrong statuses that break several promises each, those that break most first. */
export function commonCauses(promises: readonly JudgedPromise[]): Cause[] {
  const causes = new Map<string, { broken: number; notProved: number }>();
  for (const promise of promises) {
    const words = causeOf(promise);
    if (words !== undefined) {
      const counts = causes.get(words) ?? { broken: 0, notProved: 0 };
      counts[promise.verdict === 'broken' ? 'broken' : 'notProved'] += 1;
      causes.set(words, counts);
    }
  }
  return [...causes]
    .map(([words, counts]) => ({ words, ...counts }))
    .filter(({ broken }) => broken >= fewest)
    .sort((one, other) => other.broken - one.broken)
    .slice(0, maxTold);
}
