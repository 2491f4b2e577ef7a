import { escapeUnprintable, shorten } from '../document/format.js';
import { type Choices, openPointNames, openPoints } from '../document/open-points.js';
import { type OwnErrors, ownErrorNames } from '../document/own-errors.js';
import type { LearnedSource } from '../options/learned.js';
import type { Learned, LearnedPoint } from './learn.js';

/** What goes into a config file. */
export interface LearnedConfig {
  readonly choices: Partial<Choices>;
  readonly errors: OwnErrors;
  readonly learned: LearnedSource;
}

const select = (points: readonly LearnedPoint[], read: (one: LearnedPoint) => string | undefined) =>
  Object.fromEntries(
    points.flatMap((one) => {
      const text = read(one);
      return text === undefined ? [] : [[one.point, text]];
    }),
  );

/** @param takeNearest whether the nearest choice stands for what no choice is */
export function createConfig(
  { url, at, points, errors, beyond: others }: Learned,
  takeNearest: boolean,
): LearnedConfig {
  const choices = select(
    points,
    ({ choice, nearest }) => choice ?? (takeNearest ? nearest : undefined),
  );
  const unset = select(points, (one) => one.unset);
  const beyond = { ...select(points, (one) => one.beyond), ...others };
  return { choices, errors, learned: { from: url, at, unset, beyond } };
}

const labelError = (name: string) => `error ${name}`;

/** How much of a response a table shows. */
const maxShown = 60;

/** Says what a service does at a point, in a few words. */
function describePoint({ choice, beyond, unset, nearest }: LearnedPoint): string {
  const near = nearest === undefined ? '' : ` (nearest: ${nearest})`;
  return choice ?? (beyond === undefined ? `can't tell: ${unset}` : `none: it ${beyond}${near}`);
}

/**
 * Formats what was learned: each point with its choice and the exchange that shows it.
 *
 * @param isVerbose adds the line for a shell that repeats the request
 */
export function formatLearned(
  { url, points, errors, beyond, categories, requests, createdPets }: Learned,
  isVerbose: boolean,
): string {
  const names = [...points.map(({ point }) => point), ...Object.keys(errors).map(labelError)];
  const width = Math.max(...names.map((name) => name.length));
  const lines = points.flatMap((one) => {
    const { request, received, curl } = one.evidence ?? {};
    const indent = ' '.repeat(width + 2);
    return [
      `${one.point.padEnd(width)}  ${describePoint(one)}`,
      ...(request === undefined
        ? []
        : [`${indent}${request} -> ${shorten(received ?? '', maxShown)}`]),
      ...(isVerbose && curl !== undefined ? [`${indent}${curl}`] : []),
    ];
  });
  const notes = [
    ...Object.entries(errors).map(([name, { status, body }]) => [
      labelError(name),
      `${status} ${shorten(JSON.stringify(body), maxShown)}`,
    ]),
    ...Object.entries(beyond).map(([name, does]) => [name, `none: it ${does}`]),
    ['categories', shorten(categories.join(', '), maxShown) || 'none'],
  ].map(([name = '', text]) => `${name.padEnd(width)}  ${text}`);
  const clear = points.filter(({ choice }) => choice !== undefined).length;
  return [
    ...[...lines, ...notes].map(escapeUnprintable),
    '',
    `Learned ${clear} of ${points.length} choices of ${url} with ${requests} requests; created pets: ${createdPets}.`,
    '',
  ].join('\n');
}

/** A point at which a service no longer does what it did. */
export interface Drift {
  readonly point: string;
  readonly was: string;
  readonly is: string;
}

/** Compares with a config file; what can't be told now is no drift. */
export function findDrift(
  { points, errors }: Learned,
  { choices, errors: before, learned }: Partial<LearnedConfig>,
): Drift[] {
  const drift = points.flatMap((one) => {
    const was = choices?.[one.point] ?? learned?.beyond?.[one.point];
    const isSame = one.choice === was || one.beyond === was;
    return one.unset !== undefined || was === undefined || isSame
      ? []
      : [{ point: one.point, was, is: describePoint(one) }];
  });
  const changed = ownErrorNames.flatMap((name) => {
    const [was, is] = [before?.[name], errors[name]].map((error) => JSON.stringify(error));
    return was === undefined || is === undefined || was === is
      ? []
      : [{ point: labelError(name), was, is }];
  });
  return [...drift, ...changed];
}

/** `limit-malformed (a limit that is not…): was reject, is ignore` */
export function formatDrift({ point, was, is }: Drift): string {
  const name = openPointNames.find((one) => one === point);
  const silent = name === undefined ? '' : ` (${openPoints[name].silent})`;
  return `${point}${silent}: was ${was}, is ${is}`;
}
