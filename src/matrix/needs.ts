import { listAspects, type Use } from '../contract/use.js';
import { responseFields } from '../document/response-fields.js';
import { forEachParallel } from './run.js';

/** The name of a test; undefined for the command as a whole. */
type Subject = string | undefined;

/** A run of the command. */
interface NeedsRun {
  readonly passed: boolean;
  /** The tests that are known to have passed. */
  readonly passedTests: ReadonlySet<Subject>;
}

export interface DerivedNeeds {
  /** The aspects that a test needs. */
  readonly of: (test: Subject) => readonly string[] | undefined;
  readonly tried: readonly string[];
  /** The aspects that are needed, by test; under undefined those of the command as a whole. */
  readonly needs: ReadonlyMap<Subject, readonly string[]>;
}

const errorFields = responseFields.Error.map((field) => `Error.${field}`);

/**
 * What is left out together, in order: without need of a body, there is none of its fields. One test hardly
 * ever has both statuses. A whole command that passes with empty lists is too rare to be worth a run.
 */
const planGroups = (isByTest: boolean): string[][] => [
  ['Error.body'],
  ...responseFields.Pet.map((field) => [`Pet.${field}`]),
  ...(isByTest
    ? [['Pet.page'], ['Pet.httpStatus', 'Error.httpStatus']]
    : [['Pet.httpStatus'], ['Error.httpStatus']]),
  ...errorFields.map((field) => [field]),
];
const everyAspect = planGroups(true).flat();

/**
 * Finds what a command needs of responses: runs it without each aspect, and then without all that nobody missed.
 * What makes it fail is needed. At most 11 runs, besides the one that recorded the uses.
 *
 * @param run runs it while responses leave out the aspects that `omit` returns for a test
 * @param recorded the uses of that run, by test
 * @param tests those of that run whose fixtures tell that they passed
 */
export async function deriveNeeds(
  run: (name: string, omit: (test: Subject) => readonly string[]) => Promise<NeedsRun>,
  recorded: readonly { readonly use: Use; readonly test: Subject }[],
  tests: ReadonlySet<Subject>,
  parallel: number,
): Promise<DerivedNeeds> {
  const toSubject = (test: Subject) => (tests.has(test) ? test : undefined);
  const found = new Map<Subject, { used: string[]; missed: string[] }>();
  for (const { use, test } of recorded) {
    const subject = toSubject(test);
    const { used } = found.get(subject) ?? { used: [] };
    const missed = subject === undefined ? ['Pet.page'] : [];
    found.set(subject, { used: [...used, ...listAspects(use)], missed });
  }
  const planOmitted = (among: readonly string[]) =>
    [...found.values()].map(({ used, missed }) =>
      among.filter((aspect) => used.includes(aspect) && !missed.includes(aspect)),
    );
  /** Runs without what nobody has missed so far; who fails needs it, or else all that it used. */
  const tryWithout = async (name: string, among: readonly string[], needsAll = false) => {
    const planned = planOmitted(among);
    const omitted = new Map([...found.keys()].map((subject, index) => [subject, planned[index]]));
    const result = await run(name, (test) => omitted.get(toSubject(test)) ?? []);
    for (const [subject, { used, missed }] of found) {
      const passed = subject === undefined ? result.passed : result.passedTests.has(subject);
      const some = omitted.get(subject) ?? [];
      if (!passed && some.length > 0) {
        missed.push(...(needsAll ? used : some));
      }
    }
  };
  const tried: string[] = [];
  await forEachParallel(planGroups(tests.size > 0), parallel, async (group) => {
    const left = group.filter((aspect) => planOmitted([aspect]).flat().length > 0);
    const needsBody = [...found.values()].some(({ missed }) => missed.includes('Error.body'));
    const isField = left.some((aspect) => errorFields.includes(aspect));
    if (left.length > 0 && !(isField && tried.includes('Error.body') && !needsBody)) {
      await tryWithout(left.join(' and '), left);
      tried.push(...left);
    }
  });
  if (planOmitted(everyAspect).some(({ length }) => length > 1)) {
    // Some are needed only where another one is absent.
    await tryWithout('all that is not needed', everyAspect, true);
  }
  const needs = new Map(
    [...found].map(([subject, { used, missed }]) => [
      subject,
      everyAspect.filter((one) => used.includes(one) && missed.includes(one)),
    ]),
  );
  const of = (test: Subject) => needs.get(toSubject(test));
  return { of, tried: everyAspect.filter((one) => tried.includes(one)), needs };
}

/** Formats what a command needs: the fields as `--needs` takes them, and all that was tried. */
export function formatNeeds({ tried, needs }: DerivedNeeds): string {
  const all = [...needs.values()].flat();
  const formatFields = ([schema, fields]: [string, readonly string[]]) =>
    tried.some((aspect) => aspect.startsWith(schema))
      ? [`${schema}=${fields.filter((field) => all.includes(`${schema}.${field}`))}`]
      : [];
  const list = (some: readonly string[]) => some.join(', ') || '-';
  const byTest = [...needs].flatMap(([test, some]) => (test ? [`  ${test}: ${list(some)}`] : []));
  return [
    Object.entries(responseFields).flatMap(formatFields).join('  '),
    ...(byTest.length > 0 ? ['By test:', ...byTest.sort()] : []),
    `Left out in turn: ${list(tried)}`,
    `Not needed: ${list(tried.filter((aspect) => !all.includes(aspect)))}\n`,
  ].join('\n');
}
