import { escapeUnprintable, shorten } from '../base/text.js';
import { type Choices, isOpenPoint, type OpenPoint, openPoints } from '../document/open-points.js';
import type { LearnedSource } from '../options/learned.js';
import { isSameAnswer } from './answers.js';
import type { LearnedPoint } from './conclude.js';
import type { LearnedService } from './learn.js';

/** Lists what is known of points under a key, by their names. */
const listKnown = (
  points: readonly LearnedPoint[],
  key: 'choice' | 'unset' | 'beyond' | 'answer',
): Readonly<Record<string, string>> =>
  Object.fromEntries(points.flatMap(({ point, [key]: text }) => (text ? [[point, text]] : [])));

/** Creates what goes into a config file. */
export function createConfig(learned: LearnedService) {
  const { url, at, points, errors, accepts, extraFields } = learned;
  const choices: Partial<Choices> = listKnown(points, 'choice');
  const answered = points.filter(({ unset }) => unset === undefined);
  const source: LearnedSource = {
    from: url,
    at,
    unset: listKnown(points, 'unset'),
    beyond: listKnown(points, 'beyond'),
    answers: listKnown(answered, 'answer'),
  };
  return { choices, errors, accepts, extraFields, learned: source };
}

/** Length of a response in a table. */
const maxShownResponse = 60;

/** Says what a service does at a point, in a few words. */
function describePoint({ choice, beyond, unset, answer = '' }: LearnedPoint): string {
  if (unset !== undefined) {
    return `can't tell: ${unset}${choice === undefined ? '' : `; took ${choice}`}`;
  }
  return beyond === undefined ? (choice ?? answer) : `${choice ?? 'none'}: it ${beyond}`;
}

/**
 * Formats what was learned: each point with its choice and the exchange that shows it.
 *
 * @param isVerbose adds the shell command that repeats the request
 */
export function formatLearned(
  { url, points, errors, accepts, requests, createdPets }: LearnedService,
  isVerbose: boolean,
): string {
  const width = Math.max(...points.map(({ point }) => point.length));
  // Of an error or a promise that is as expected, nothing needs to be said.
  const shown = points.filter(
    ({ point, beyond, unset }) => isOpenPoint(point) || (beyond ?? unset) !== undefined,
  );
  const lines = shown.flatMap((one) => {
    const { request, received, curl } = one.evidence ?? {};
    const indent = ' '.repeat(width + 2);
    return [
      `${one.point.padEnd(width)}  ${describePoint(one)}`,
      ...(request === undefined
        ? []
        : [`${indent}${shorten(request)} -> ${shorten(received ?? '', maxShownResponse)}`]),
      ...(isVerbose && curl !== undefined ? [`${indent}${curl}`] : []),
    ];
  });
  const notes = [
    ...Object.entries(errors).map(([name, { status, body }]) => [
      `error ${name}`,
      `${status} ${shorten(JSON.stringify(body), maxShownResponse)}`,
    ]),
    ...accepts.map((name) => [name, 'it accepts such a body, which the document rejects']),
  ].map(([name = '', text]) => `${name.padEnd(width)}  ${text}`);
  const open = points.filter(({ point }) => isOpenPoint(point));
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

/** Compares with a config file; `compared` of its `total` points could be told now. */
export function compareWith(
  { points }: LearnedService,
  { choices = {}, learned }: Partial<ReturnType<typeof createConfig>>,
) {
  const { answers = {}, beyond: before = {} } = learned ?? {};
  const names = new Set([...Object.keys(choices), ...Object.keys(answers)]);
  names.delete('after-sunset');
  const known = points.filter(({ point, unset }) => names.has(point) && unset === undefined);
  const drift = known.flatMap((one) => {
    const { point, choice, answer = '', beyond } = one;
    const was = choices[point as OpenPoint];
    const { [point]: answered = answer } = answers;
    if (was !== undefined && was !== choice) {
      return { point, was, is: describePoint(one) };
    }
    const [old = answered, is = answer] = before[point] === beyond ? [] : [before[point], beyond];
    return isSameAnswer(answered, answer) ? [] : { point, was: old, is };
  });
  // A promised behaviour may be the cause of differences at open points.
  drift.sort((one, other) => Number(isOpenPoint(one.point)) - Number(isOpenPoint(other.point)));
  /** Points at which the service no longer does what it did. */
  return { drift, compared: known.length, total: names.size };
}

type Drift = ReturnType<typeof compareWith>['drift'][number];

/** `limit-malformed (a limit that is not…): was reject, is ignore` */
export function formatDrift({ point, was, is }: Drift): string {
  const silent = isOpenPoint(point) ? ` (${openPoints[point].silent})` : '';
  return escapeUnprintable(`${point}${silent}: was ${was}, is ${is}`);
}
