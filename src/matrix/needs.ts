import { listParts } from '../contract/response-parts.js';
import { responseFields } from '../document/pet.js';
import type { Requirement } from '../document/requirements.js';
import { mapParallel } from './matrix.js';

/** The name of a test; undefined for the command as a whole. */
type Subject = string | undefined;

const errorFields = responseFields.Error.map((field) => `Error.${field}`);
const errorBody = 'Error.body';
const statuses = ['Pet.httpStatus', 'Error.httpStatus'];
const everyPart = [
  errorBody,
  ...responseFields.Pet.map((field) => `Pet.${field}`),
  'Pet.page',
  ...statuses,
  ...errorFields,
];

/**
 * Finds what a command needs of responses: runs it without each part, and then without all that nobody missed.
 * What makes it fail is needed. At most 11 runs, besides the one that recorded the requirements.
 *
 * @param run runs it while responses leave out the parts that `omit` returns for a test; returns whether it
 *   passed, and the tests that are known to have passed
 * @param recorded the requirements of the run before, by test
 * @param tests those of that run whose fixtures tell that they passed
 */
export async function deriveNeeds(
  run: (
    name: string,
    omit: (test: Subject) => readonly string[],
  ) => Promise<{ readonly passed: boolean; readonly passedTests: ReadonlySet<Subject> }>,
  recorded: readonly { readonly requirement: Requirement; readonly test: Subject }[],
  tests: ReadonlySet<Subject>,
  parallel: number,
) {
  const toSubject = (test: Subject) => (tests.has(test) ? test : undefined);
  const found = new Map<Subject, { used: string[]; missed: string[] }>();
  for (const { requirement, test } of recorded) {
    const subject = toSubject(test);
    const { used } = found.get(subject) ?? { used: [] };
    // A whole command that passes with empty lists is too rare to be worth a run.
    const missed = subject === undefined ? ['Pet.page'] : [];
    found.set(subject, { used: [...used, ...listParts(requirement)], missed });
  }
  const tried: string[] = [];
  /** Runs without what nobody has missed so far; who fails needs it, or else all that it used. */
  const tryWithout = async (among: readonly string[]) => {
    const omitted = new Map(
      [...found].map(([subject, { used, missed }]) => [
        subject,
        among.filter((part) => used.includes(part) && !missed.includes(part)),
      ]),
    );
    const isAll = among === everyPart;
    // To leave out all repeats a run, where that is one part of each.
    if ([...omitted.values()].every(({ length }) => length < (isAll ? 2 : 1))) {
      return;
    }
    const left = isAll ? [] : among.filter((one) => [...omitted.values()].flat().includes(one));
    tried.push(...left);
    const name = left.join(' and ') || 'all that is not needed';
    const result = await run(name, (test) => omitted.get(toSubject(test)) ?? []);
    for (const [subject, { used, missed }] of found) {
      const passed = subject === undefined ? result.passed : result.passedTests.has(subject);
      const some = omitted.get(subject) ?? [];
      if (!passed && some.length > 0) {
        missed.push(...(isAll ? used : some));
      }
    }
  };
  await tryWithout([errorBody]);
  // Without need of a body, there is none of its fields.
  const needsBody = [...found.values()].some(({ missed }) => missed.includes(errorBody));
  const others = [
    ...responseFields.Pet.map((field) => [`Pet.${field}`]),
    ['Pet.page'],
    // One test hardly ever has both statuses, a whole command does.
    ...(tests.size > 0 ? [statuses] : statuses.map((status) => [status])),
    ...(needsBody ? errorFields.map((field) => [field]) : []),
  ];
  await mapParallel(others, parallel, tryWithout);
  // Some are needed only where another one is absent.
  await tryWithout(everyPart);
  const needs = new Map(
    [...found].map(([subject, { used, missed }]) => [
      subject,
      everyPart.filter((one) => used.includes(one) && missed.includes(one)),
    ]),
  );
  return {
    /** The parts that a test needs. */
    of: (test: Subject) => needs.get(toSubject(test)),
    tried: everyPart.filter((one) => tried.includes(one)),
    /** The parts that are needed, by test; under undefined those of the command as a whole. */
    needs,
  };
}
export type DerivedNeeds = Awaited<ReturnType<typeof deriveNeeds>>;

/** Formats what a command needs: the fields as `--needs` takes them, and all that was tried. */
export function formatNeeds({ tried, needs }: DerivedNeeds): string {
  const all = [...needs.values()].flat();
  const formatFields = ([schema, fields]: [string, readonly string[]]) =>
    tried.some((part) => part.startsWith(schema))
      ? [
          `${schema}=${fields.filter((field) => all.includes(`${schema}.${field}`)).join() || ' (no fields)'}`,
        ]
      : [];
  const list = (some: readonly string[]) => some.join(', ') || '-';
  const byTest = [...needs].flatMap(([test, some]) => (test ? [`  ${test}: ${list(some)}`] : []));
  return [
    Object.entries(responseFields).flatMap(formatFields).join('  '),
    ...(byTest.length > 0 ? ['By test:', ...byTest.sort()] : []),
    `Tried without: ${list(tried)}`,
    `Not needed: ${list(tried.filter((part) => !all.includes(part)))}\n`,
  ].join('\n');
}
