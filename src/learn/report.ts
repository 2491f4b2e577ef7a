import { escapeUnprintable, shorten } from '../document/format.js';
import { type Choices, openPointNames, openPoints } from '../document/open-points.js';
import type { LearnedSource } from '../options/learned.js';
import { isSameAnswer } from './answers.js';
import type { LearnedPoint } from './conclude.js';
import type { Learned } from './learn.js';

const select = (points: readonly LearnedPoint[], read: (one: LearnedPoint) => string | undefined) =>
  Object.fromEntries(
    points.flatMap((one) => {
      const text = read(one);
      return text === undefined ? [] : [[one.point, text]];
    }),
  );

const isOpen = ({ point }: LearnedPoint) => (openPointNames as readonly string[]).includes(point);

/** Creates what goes into a config file. */
export function createConfig(learned: Learned) {
  const { url, at, points, errors, accepts, extraFields } = learned;
  const choices = select(points, ({ choice }) => choice);
  const unset = select(points.filter(isOpen), (one) => one.unset);
  const beyond = select(points, (one) => one.beyond);
  const answers = select(points, ({ unset: reason, answer }) =>
    reason === undefined ? answer : undefined,
  );
  const source: LearnedSource = { from: url, at, unset, beyond, answers };
  return { choices: choices as Partial<Choices>, errors, accepts, extraFields, learned: source };
}

/** How much of a response a table shows. */
const maxShown = 60;

/** Says what a service does at a point, in a few words. */
function describePoint({ choice, beyond, unset, answer = '' }: LearnedPoint): string {
  if (unset !== undefined) {
    return `can't tell: ${unset}${choice === undefined ? '' : `; took ${choice}`}`;
  }
  return choice ?? (beyond === undefined ? answer : `none: it ${beyond}`);
}

/**
 * Formats what was learned: each point with its choice and the exchange that shows it.
 *
 * @param isVerbose adds the shell command that repeats the request
 */
export function formatLearned(
  { url, points, errors, accepts, categories, requests, createdPets }: Learned,
  isVerbose: boolean,
): string {
  const width = Math.max(...points.map(({ point }) => point.length));
  const shown = points.filter((one) => isOpen(one) || one.beyond !== undefined);
  const lines = shown.flatMap((one) => {
    const { request, received, curl } = one.evidence ?? {};
    const indent = ' '.repeat(width + 2);
    return [
      `${one.point.padEnd(width)}  ${describePoint(one)}`,
      ...(request === undefined
        ? []
        : [`${indent}${shorten(request)} -> ${shorten(received ?? '', maxShown)}`]),
      ...(isVerbose && curl !== undefined ? [`${indent}${curl}`] : []),
    ];
  });
  const notes = [
    ...Object.entries(errors).map(([name, { status, body }]) => [
      `error ${name}`,
      `${status} ${shorten(JSON.stringify(body), maxShown)}`,
    ]),
    ...accepts.map((name) => [name, 'it accepts such a body, which the document rejects']),
    ['categories', shorten(categories.join(', '), maxShown) || 'none'],
  ].map(([name = '', text]) => `${name.padEnd(width)}  ${text}`);
  const open = points.filter(isOpen);
  const clear = open.filter(
    ({ choice, unset }) => choice !== undefined && unset === undefined,
  ).length;
  return [
    ...[...lines, ...notes].map(escapeUnprintable),
    '',
    `Learned ${clear} of ${open.length} choices of ${url} with ${requests} requests; created pets: ${createdPets}.`,
    '',
  ].join('\n');
}

/** A point at which a service no longer does what it did. */
interface Drift {
  readonly point: string;
  readonly was: string;
  readonly is: string;
}

/** Compares with a config file; `compared` of its `total` points could be told now. */
export function compareWith(
  { points }: Learned,
  { choices = {}, learned }: Partial<ReturnType<typeof createConfig>>,
) {
  const { answers = {} } = learned ?? {};
  const names = new Set([...Object.keys(choices), ...Object.keys(answers)]);
  const all = [...names].filter((name) => name !== 'after-sunset');
  const known = points.filter(({ point, unset }) => names.has(point) && unset === undefined);
  const drift = known.flatMap((one): Drift[] => {
    const { point, choice, answer = '' } = one;
    const was = choices[point as keyof Choices];
    const answered = answers[point] ?? answer;
    const isSame = was === undefined || choice === was;
    if (isSame && isSameAnswer(answered, answer)) {
      return [];
    }
    return [isSame ? { point, was: answered, is: answer } : { point, was, is: describePoint(one) }];
  });
  return { drift, compared: known.length, total: all.length };
}

/** `limit-malformed (a limit that is not…): was reject, is ignore` */
export function formatDrift({ point, was, is }: Drift): string {
  const name = openPointNames.find((one) => one === point);
  const silent = name === undefined ? '' : ` (${openPoints[name].silent})`;
  return escapeUnprintable(`${point}${silent}: was ${was}, is ${is}`);
}
