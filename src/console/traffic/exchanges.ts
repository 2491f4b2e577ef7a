import { useEffect, useMemo, useState } from 'preact/hooks';
import { openPoints } from '../../document/open-points.js';
import type { SandboxSummary } from '../../engine/control.js';
import { type Exchange, findOutcome, type OutcomeCounts, outcomes } from '../../engine/exchange.js';
import type { Note } from '../../engine/notes.js';
import { formatQuery, type Parameters } from '../router.js';
import { call, known } from '../simulator.js';

/** What decided an answer: the first of these that applies. */
const kinds = ['refused', 'violation', 'beyond', 'open', 'promised'] as const;
export type AnswerKind = (typeof kinds)[number];

/** Whether what the client sent hits an open point. How any answer may look, such as its order, is no such case. */
export const isByRequest = (note: Note): note is Extract<Note, { readonly kind: 'open' }> =>
  note.kind === 'open' && openPoints[note.point].usedBy === 'request';

export function classify({ notes }: Pick<Exchange, 'notes'>): AnswerKind {
  const found: readonly string[] = notes
    .filter((note) => note.kind !== 'open' || isByRequest(note))
    .map((note) => (note.kind === 'scenario' && note.beyond ? 'beyond' : note.kind));
  return kinds.find((kind) => found.includes(kind)) ?? 'promised';
}

/** The sections of the document that promise the operations. */
export const operationSections = { listPets: '4.1', createPet: '4.2', getPet: '4.3' };

export const keyOf = ({ sandbox, number }: Exchange) => `${sandbox}.${number}`;

export const formatTarget = ({ method, path, query }: Exchange) =>
  `${method} ${path}${query && `?${query}`}`;

export function findFault({ notes }: Pick<Exchange, 'notes'>): string | undefined {
  const applied = notes.map((note) => (note.kind === 'scenario' ? note.applied : ''));
  return /\bfault=(\w+)/.exec(applied.join(' '))?.[1];
}

/** The status that the client received, with the fault that broke the rest; or the fault alone. */
export function formatStatus(exchange: Pick<Exchange, 'status' | 'notes'>): string {
  const fault = findFault(exchange);
  if (fault === undefined) {
    return String(exchange.status);
  }
  return /reset|empty|hang/.test(fault) ? fault : `${exchange.status} ${fault}`;
}

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
export function findHint(exchange: Exchange): string | undefined {
  const { notes, path, message } = exchange;
  if (/^\/pets(\/|$)/.test(path)) {
    return 'without /v1';
  }
  if (notes.some(({ kind }) => kind === 'violation' || kind === 'refused')) {
    return message;
  }
  return notes.find(isByRequest)?.point;
}

const searchTexts = new WeakMap<Exchange, string>();

/** All of an exchange that the search looks at. */
function getSearchText(exchange: Exchange): string {
  const known = searchTexts.get(exchange);
  if (known !== undefined) {
    return known;
  }
  const { operation, test, sandbox, rule, message, body, responseBody, notes } = exchange;
  const marks = notes.map((note) => (note.kind === 'open' ? `open ${note.point}` : note.kind));
  const parts = [operation, test, sandbox, rule, message, body, responseBody, ...marks];
  const head = [formatTarget(exchange), formatStatus(exchange), classify(exchange)];
  const text = [...head, ...parts].join('\n').toLowerCase();
  searchTexts.set(exchange, text);
  return text;
}

/** Whether an exchange has the outcome and all words of the search in the URL. */
export function passes(exchange: Exchange, { outcome, search = '' }: Parameters): boolean {
  const words = search.toLowerCase().split(/\s+/);
  return (
    (!outcome || findOutcome(exchange) === outcome) &&
    words.every((word) => getSearchText(exchange).includes(word))
  );
}

/** How many exchanges of a sandbox are listed: of one that was chosen, or of each. */
export const limits = { chosen: 1_000, each: 200 };
/** Of this many sandboxes, those that were used last. */
export const maxSandboxes = 20;
/** This many are read at once: thousands would take the time of the service and of the page. */
const chunk = 50;
/** And this many while more come than a person can read. */
const floodChunk = 20;
/** Milliseconds between two reads. */
const pauseTime = 400;
/** No response takes longer, in milliseconds. */
const longestResponse = 70_000;

/** Whether the response of an exchange may still be on its way. */
const isWaiting = ({ duration, time }: Exchange) =>
  duration === undefined && Date.now() - Date.parse(time) < longestResponse;

const compareAge = (one: Exchange, other: Exchange) =>
  one.time === other.time ? other.number - one.number : one.time < other.time ? 1 : -1;

async function readRequests(sandbox: string, after: number, limit: number) {
  const query = formatQuery({ after, limit });
  type Requests = { requests: Exchange[]; total: number; kept: number };
  return call<Requests>(`GET /requests${query}`, sandbox);
}

/** What was read of a sandbox: some numbers, and all up to `gone`, which no journal has or nobody wants. */
interface Progress {
  readonly read: Set<number>;
  gone: number;
  total: number;
}

/** The newest exchanges of sandboxes, newest first. It reads what is new first, then what is missing. */
class TrafficLog {
  exchanges: readonly Exchange[] = [];
  isLoaded = false;
  isStopped = false;
  #isReading = false;
  #followed: readonly SandboxSummary[] = [];
  readonly #progress = new Map<string, Progress>();

  /** Follows the sandboxes as they are now, until nothing is missing. */
  async follow(followed: readonly SandboxSummary[], limit: number, draw: () => void) {
    this.#followed = followed;
    if (this.#isReading) {
      return;
    }
    this.#isReading = true;
    try {
      while (!this.isStopped) {
        const fresh = await Promise.all(this.#followed.map((one) => this.#readMissing(one, limit)));
        const found = fresh.filter((one) => one !== undefined);
        const all = new Map([...this.exchanges, ...found.flat()].map((one) => [keyOf(one), one]));
        const isWanted = ({ sandbox, number }: Exchange) =>
          number > (this.#progress.get(sandbox)?.total ?? 0) - limit;
        this.exchanges = [...all.values()].filter(isWanted).sort(compareAge);
        this.isLoaded = true;
        draw();
        if (found.length === 0) {
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pauseTime));
      }
    } catch {
      // Without an answer, the next change or connection reads it.
    } finally {
      this.#isReading = false;
    }
  }

  /** Reads the responses again that were on their way. */
  forgetWaiting(): void {
    for (const one of this.exchanges.filter(isWaiting)) {
      this.#progress.get(one.sandbox)?.read.delete(one.number);
    }
  }

  clear(): void {
    this.exchanges = [];
    for (const progress of this.#progress.values()) {
      progress.gone = progress.total;
    }
  }

  async #readMissing({ name, requests }: SandboxSummary, limit: number) {
    let progress = this.#progress.get(name);
    // A sandbox that was dropped counts from 1 again.
    if (progress === undefined || progress.total > requests) {
      progress = { read: new Set(), gone: 0, total: 0 };
      this.#progress.set(name, progress);
    }
    const { read } = progress;
    const size = requests - progress.total > chunk ? floodChunk : chunk;
    progress.total = requests;
    const oldest = Math.max(progress.gone, requests - limit);
    let last = requests;
    while (last > oldest && read.has(last)) {
      last -= 1;
    }
    if (last <= oldest) {
      return undefined;
    }
    const after = Math.max(oldest, last - size);
    const found = await readRequests(name, after, size);
    for (let number = after + 1; number <= last; number += 1) {
      read.add(number);
    }
    progress.gone = Math.max(progress.gone, found.total - found.kept);
    return found.requests;
  }
}

/** @throws {Error} when the journal doesn't have it */
export async function readExchange(key: string): Promise<Exchange> {
  const [sandbox = '', number] = key.split('.', 2);
  const { requests } = await readRequests(sandbox, Math.max(Number(number) - 1, 0) || 0, 1);
  const exchange = requests.find((one) => keyOf(one) === key);
  if (exchange === undefined) {
    throw new Error(`The journal of ${sandbox} has no exchange ${number} any more.`);
  }
  return exchange;
}

/** The sum of counts, by outcome. */
function sumCounts(all: readonly { readonly counts: OutcomeCounts }[]): OutcomeCounts {
  const sums = outcomes.map((one) => [one, all.reduce((sum, { counts }) => sum + counts[one], 0)]);
  return Object.fromEntries(sums);
}

/**
 * Follows the exchanges of one sandbox, or of all. The list begins anew when the simulator restarts.
 *
 * @param now another value each second, to ask again for the end of responses that wait
 */
export function useTraffic(chosen: string | undefined, now: number) {
  const { sandboxes, connection } = known;
  const log = useMemo(() => new TrafficLog(), [chosen, connection]);
  const [, setRound] = useState(0);
  const draw = () => setRound((round) => round + 1);
  const all = [...sandboxes.values()].filter(({ name }) => chosen === undefined || name === chosen);
  const limit = chosen === undefined ? limits.each : limits.chosen;
  const followed = all.filter(
    ({ name }, index) => index >= all.length - maxSandboxes || name === 'default',
  );
  const isSomeWaiting = log.exchanges.some(isWaiting);
  useEffect(() => () => void Object.assign(log, { isStopped: true }), [log]);
  useEffect(() => {
    log.forgetWaiting();
    void log.follow(followed, limit, draw);
  }, [log, sandboxes, isSomeWaiting && now]);
  const clear = () => {
    log.clear();
    draw();
  };
  const total = all.reduce((sum, { requests }) => sum + requests, 0);
  const { exchanges, isLoaded } = log;
  return { exchanges, isLoaded, total, counts: sumCounts(all), clear };
}
