import { listParts, nameResponse, nameWord } from '../contract/response-parts.js';
import { responseFields } from '../document/pet.js';
import type { Requirement } from '../document/requirements.js';
import { mapParallel } from './matrix.js';

type Subject = string | undefined;

interface Use {
  readonly subject: Subject;
  /** Such as `createPet.400`. */
  readonly response: string;
  readonly parts: readonly string[];
  readonly missed: string[];
}

/** Returns the parts that a response to a test leaves out. */
export type OmitParts = (test: Subject, requirement: Requirement) => readonly string[];

const errorBody = 'Error.body';

/**
 * Finds what a command needs of responses: runs it without each part of each response, and then without all that
 * nobody missed. What makes it fail is needed.
 *
 * @param run runs it while responses leave out parts; returns whether it passed, and the tests that are known to
 *   have passed
 * @param recorded the requirements of the run before, by test
 * @param tests those of that run whose fixtures tell that they passed
 */
export async function deriveNeeds(
  run: (
    name: string,
    omit: OmitParts,
  ) => Promise<{ readonly passed: boolean; readonly passedTests: ReadonlySet<Subject> }>,
  recorded: readonly { readonly requirement: Requirement; readonly test: Subject }[],
  tests: ReadonlySet<Subject>,
  parallel: number,
) {
  const found = recorded.map(({ requirement, test }): [string, Use] => {
    const subject = tests.has(test) ? test : undefined;
    const response = nameResponse(requirement);
    const parts = listParts(requirement);
    // A whole command that passes with empty lists is too rare to be worth a run.
    const missed = parts.filter((part) => subject === undefined && part === 'Pet.page');
    return [`${subject} ${response}`, { subject, response, parts, missed }];
  });
  const byName = new Map(found);
  const uses = [...byName.values()];
  const find = (test: Subject, requirement: Requirement) =>
    byName.get(`${tests.has(test) ? test : undefined} ${nameResponse(requirement)}`);
  /** Runs it without some parts; where a test fails, they are missed. */
  const runWithout = async (name: string, omitted: ReadonlyMap<Use, readonly string[]>) => {
    const omit: OmitParts = (...use) => omitted.get(find(...use) as Use) ?? [];
    const { passed, passedTests } = await run(name, omit);
    for (const [{ subject, missed }, parts] of omitted) {
      if (subject === undefined ? !passed : !passedTests.has(subject)) {
        missed.push(...parts);
      }
    }
  };
  /** Runs without some parts of one response of a test at a time, which then is the reason of a failure. */
  const tryEach = async (name: string, list: (use: Use) => readonly string[]) => {
    let open = uses.filter((use) => list(use).length > 0);
    while (open.length > 0) {
      const now = new Map(open.map((use) => [use.subject, use]));
      open = open.filter((use) => now.get(use.subject) !== use);
      const omitted = new Map([...now.values()].map((use) => [use, list(use)]));
      const responses = new Set([...now.values()].map(({ response }) => response));
      await runWithout(`${name} of ${[...responses].join(', ')}`, omitted);
    }
  };
  const listRest = ({ parts, missed }: Use) => parts.filter((part) => !missed.includes(part));
  const tryWithout = (part: string) =>
    tryEach(nameWord(part), (use) => {
      // Without need of a body, there is none of its fields.
      const isNone = /^Error\.(?!body|httpStatus)/.test(part) && !use.missed.includes(errorBody);
      return isNone ? [] : listRest(use).filter((one) => one === part);
    });
  await tryWithout(errorBody);
  const others = new Set(uses.flatMap(({ parts }) => parts.filter((part) => part !== errorBody)));
  await mapParallel([...others], parallel, tryWithout);
  // Some are needed only where another one is absent; a single part was left out alone already.
  const all = 'all that is not needed';
  await tryEach(all, (use) => (listRest(use).length > 1 ? listRest(use) : []));
  const rest = uses.filter((use) => listRest(use).length > 0);
  if (rest.length > 1) {
    await runWithout(all, new Map(rest.map((use) => [use, listRest(use)])));
  }
  return {
    /** The parts that a test needs of a response. */
    of: (...use: Parameters<OmitParts>) => find(...use)?.missed,
    uses,
  };
}
export type DerivedNeeds = Awaited<ReturnType<typeof deriveNeeds>>;

/** Formats the fields as a flag; the contract also has the parts that are no fields, and the needs of each response. */
export function formatDerived({ uses }: DerivedNeeds): string {
  const all = uses.flatMap(({ parts }) => parts);
  const missed = uses.flatMap((use) => use.missed);
  const flags = (['Pet', 'Error'] as const).flatMap((schema) => {
    const fields = responseFields[schema].filter((field) => missed.includes(`${schema}.${field}`));
    return all.some((part) => part.startsWith(schema)) ? `${schema}=${fields}` : [];
  });
  return flags.length > 0 ? `--needs ${flags}\n` : '';
}
