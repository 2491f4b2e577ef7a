import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatTarget } from '../../document/message.js';
import { openPoints } from '../../document/open-points.js';
import type { SandboxSummary } from '../../engine/control.js';
import { type Exchange, findOutcome } from '../../engine/exchange.js';
import type { Note } from '../../engine/notes.js';
import { formatQuery, type Parameters } from '../router.js';
import { call, known } from '../simulator.js';

/** What decided an answer: the first of these that applies. */
const kinds = ['refused', 'violation', 'beyond', 'open', 'promised'] as const;

/** Whether what the client sent hits an open point. How any answer may look, such as its order, is no such case. */
export const isByRequest = (note: Note): note is Extract<Note, { readonly kind: 'open' }> =>
  note.kind === 'open' && openPoints[note.point].usedBy === 'request';

export function classify({ notes }: Pick<Exchange, 'notes'>): (typeof kinds)[number] {
  const found: readonly string[] = notes
    .filter((note) => note.kind !== 'open' || isByRequest(note))
    .map((note) => (note.kind === 'scenario' && note.beyond ? 'beyond' : note.kind));
  return kinds.find((kind) => found.includes(kind)) ?? 'promised';
}

export const keyOf = ({ sandbox, number }: Exchange) => `${sandbox}.${number}`;

export const formatRequest = (exchange: Exchange) => `${exchange.method} ${formatTarget(exchange)}`;

/** How the response broke. */
export const findFault = ({ notes }: Exchange): string | undefined =>
  notes
    .map((note) => (note.kind === 'scenario' ? /^fault=(.*)/.exec(note.applied)?.[1] : undefined))
    .find(Boolean);

/** A duration in milliseconds or seconds; one that isn't over yet has none. */
export function formatDuration(duration: number | undefined): string {
  if (duration === undefined) {
    return 'waiting';
  }
  return duration >= 1_000
    ? `${(duration / 1_000).toFixed(2)} s`
    : `${duration.toFixed(duration < 10 ? 1 : 0)} ms`;
}

/** What the client sent beside the document, in a few words; nothing when all was fine. */
export function findHint({ notes, path, message }: Exchange): string | undefined {
  if (/^\/pets(\/|$)/.test(path)) {
    return 'without /v1';
  }
  if (notes.some(({ kind }) => kind === 'violation' || kind === 'refused')) {
    return message;
  }
  return notes.find(isByRequest)?.point;
}

/** All of an exchange that the search looks at. */
function getText(exchange: Exchange): string {
  const { status, operation, test, sandbox, rule, message, body, responseBody } = exchange;
  const notes = exchange.notes.flatMap(Object.values);
  const parts = [status, classify(exchange), operation, test, sandbox, rule, message, ...notes];
  return [formatRequest(exchange), ...parts, body, responseBody].join('\n').toLowerCase();
}

/** Whether an exchange has the outcome and all words of the search in the URL. */
export function passes(exchange: Exchange, { outcome, search = '' }: Parameters): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = !outcome || findOutcome(exchange.status, exchange.notes) === outcome;
  const text = words.length > 0 ? getText(exchange) : '';
  return isWanted && words.every((word) => text.includes(word));
}

/** How many exchanges of a sandbox are listed: of one that was chosen, or of each. */
const limits = { chosen: 1_000, each: 200 };
/** Of this many sandboxes, those that were used last. */
const maxSandboxes = 20;
/** This many are read at once: thousands would take the time of the service and of the page. */
const chunk = 50;
/** Of responses on their way, so many are asked for each second. */
const maxWaiting = 20;
/** Milliseconds between two reads. */
const pauseTime = 200;
/** No response takes longer, in milliseconds. */
const longestResponse = 70_000;

/** Whether the response of an exchange may still be on its way. */
const isWaiting = ({ duration, time }: Exchange) =>
  duration === undefined && Date.now() - Date.parse(time) < longestResponse;

const compareAge = (one: Exchange, other: Exchange) =>
  one.time === other.time ? other.number - one.number : one.time < other.time ? 1 : -1;

async function readRequests(sandbox: string, after: number, limit: number) {
  const query = formatQuery({ after, limit });
  return (await call<{ requests: Exchange[] }>(`GET /requests${query}`, sandbox)).requests;
}

/** @throws {Error} when the journal doesn't have it */
export async function readExchange(key: string): Promise<Exchange> {
  const [sandbox = '', number] = key.split('.', 2);
  const requests = await readRequests(sandbox, Math.max(Number(number) - 1, 0) || 0, 1);
  const exchange = requests.find((one) => keyOf(one) === key);
  if (exchange === undefined) {
    throw new Error(`The journal of ${sandbox} has no exchange ${number} any more.`);
  }
  return exchange;
}

/** What was read of the sandboxes that are followed. */
class TrafficLog {
  /** The newest first. */
  exchanges: readonly Exchange[] = [];
  isLoaded = false;
  /** The number of each sandbox up to which nothing is missing. */
  readonly #read = new Map<string, number>();

  /** Reads the next exchanges of each sandbox, and returns whether there were any. */
  async readNext(followed: readonly SandboxSummary[], limit: number): Promise<boolean> {
    const fresh = await Promise.all(
      followed.map(async ({ name, requests }) => {
        const read = this.#read.get(name) ?? 0;
        // A sandbox that was dropped counts from 1 again.
        const after = Math.max(read > requests ? 0 : read, requests - limit);
        if (after >= requests) {
          return [];
        }
        const found = await readRequests(name, after, chunk);
        this.#read.set(name, Math.min(found.at(-1)?.number ?? requests, requests));
        return found;
      }),
    );
    const totals = new Map(followed.map(({ name, requests }) => [name, requests]));
    const all = new Map([...this.exchanges, ...fresh.flat()].map((one) => [keyOf(one), one]));
    this.exchanges = [...all.values()]
      .filter(({ sandbox, number }) => number > (totals.get(sandbox) ?? number) - limit)
      .sort(compareAge);
    const isFirst = !this.isLoaded;
    this.isLoaded = true;
    return isFirst || fresh.some(({ length }) => length > 0);
  }

  /** Reads the oldest responses again that were on their way, and returns whether one has ended. */
  async readWaiting(): Promise<boolean> {
    const waiting = this.exchanges.filter(isWaiting).slice(-maxWaiting);
    const found = await Promise.all(
      waiting.map((one) => readExchange(keyOf(one)).catch(() => one)),
    );
    const ended = new Map(
      found.filter((one) => !isWaiting(one)).map((one) => [keyOf(one), one] as const),
    );
    this.exchanges = this.exchanges.map((one) => ended.get(keyOf(one)) ?? one);
    return ended.size > 0;
  }
}

/**
 * Follows the exchanges of one sandbox, or of all. The list begins anew when the simulator restarts.
 *
 * @param now another value each second, to ask again for the end of responses that wait
 */
export function useTraffic(chosen: string | undefined, now: number) {
  const { sandboxes, connection } = known;
  const log = useMemo(() => new TrafficLog(), [chosen, connection]);
  const [round, setRound] = useState(0);
  const draw = () => setRound((count) => count + 1);
  const limit = chosen === undefined ? limits.each : limits.chosen;
  useEffect(() => {
    log.readWaiting().then((isNew) => isNew && draw());
  }, [log, now]);
  useEffect(() => {
    const followed = [...sandboxes.values()].filter(
      ({ name }, index) =>
        name === (chosen ?? name) &&
        (chosen !== undefined || name === 'default' || index >= sandboxes.size - maxSandboxes),
    );
    const readNext = () =>
      log.readNext(followed, limit).then(
        (isNew) => isNew && draw(),
        // Without an answer, the next change or connection reads it.
        () => {},
      );
    const timer = setTimeout(readNext, log.isLoaded ? pauseTime : 0);
    return () => clearTimeout(timer);
  }, [log, sandboxes, round, now]);
  const clear = () => {
    log.exchanges = [];
    draw();
  };
  return { exchanges: log.exchanges, isLoaded: log.isLoaded, clear };
}
