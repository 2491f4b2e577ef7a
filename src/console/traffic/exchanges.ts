import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OperationName } from '../../document/operations.js';
import type { SandboxSummary } from '../../engine/control.js';
import type { Exchange } from '../../engine/exchange.js';
import { formatQuery, type Parameters } from '../router.js';
import { call, known } from '../simulator.js';

/**
 * What an answer is, at a glance: the first of these that applies. Each has a sign, which any font has, so
 * that no one depends on its colour.
 */
export const signs = { refused: '×', violation: '!', beyond: '+', open: '?', promised: '=' };
export type AnswerKind = keyof typeof signs;
export const answerKinds = Object.keys(signs) as AnswerKind[];

export function classify({ notes }: Pick<Exchange, 'notes'>): AnswerKind {
  const kinds: readonly string[] = notes.map((note) =>
    note.kind === 'scenario' && note.beyond ? 'beyond' : note.kind,
  );
  return answerKinds.find((kind) => kinds.includes(kind)) ?? 'promised';
}

/** The sections of the document that promise the operations. */
export const operationSections = { listPets: '4.1', createPet: '4.2', getPet: '4.3' };
export const operationNames = Object.keys(operationSections) as OperationName[];

export const keyOf = ({ sandbox, number }: Exchange) => `${sandbox}.${number}`;

function findFault({ notes }: Pick<Exchange, 'notes'>): string | undefined {
  const applied = notes.map((note) => (note.kind === 'scenario' ? note.applied : ''));
  return /\bfault=(\w+)/.exec(applied.join(' '))?.[1];
}

/** The status that the client received, or the fault that kept it from receiving one. */
export function formatStatus(exchange: Pick<Exchange, 'status' | 'notes'>): string {
  const fault = findFault(exchange);
  const isWithout = fault === 'reset' || fault === 'empty' || fault === 'hang';
  return isWithout ? fault : String(exchange.status);
}

/** A duration in milliseconds or seconds; one that isn't over yet has none. */
export function formatDuration(duration: number | undefined): string {
  if (duration === undefined) {
    return 'waiting';
  }
  return duration >= 1_000
    ? `${(duration / 1_000).toFixed(2)} s`
    : `${duration.toFixed(duration < 10 ? 2 : 0)} ms`;
}

function hasStatus(exchange: Exchange, wanted: string): boolean {
  const fault = findFault(exchange);
  const isFailed = exchange.status >= 400 || (fault !== undefined && fault !== 'dribble');
  return wanted === 'failures'
    ? isFailed
    : formatStatus(exchange).startsWith(wanted.replace('xx', ''));
}

/**
 * Whether an exchange passes the filters in the URL: `operation`, `status` (`404`, `4xx` or
 * `failures`) and `note` (a kind of answers, a kind of notes, or an open point).
 */
export function passes(exchange: Exchange, { operation, status, note }: Parameters): boolean {
  const marks: readonly string[] = [
    classify(exchange),
    ...exchange.notes.flatMap((one) => (one.kind === 'open' ? ['open', one.point] : [one.kind])),
  ];
  return (
    (!operation || exchange.operation === operation) &&
    (!status || hasStatus(exchange, status)) &&
    (!note || marks.includes(note))
  );
}

/** This many exchanges are listed. */
const maxListed = 2_000;
/** Of this many sandboxes, those that were used last. */
const maxSandboxes = 20;
/** This many exchanges of a sandbox are read from its journal: of one that was chosen, all by default. */
const limits = { chosen: 1_000, each: 100 };
/** No response takes longer, in milliseconds. */
const longestResponse = 70_000;

/** Whether the response of an exchange may still be on its way. */
const isWaiting = ({ duration, time }: Exchange) =>
  duration === undefined && Date.now() - Date.parse(time) < longestResponse;

const compareAge = (one: Exchange, other: Exchange) =>
  other.time.localeCompare(one.time) || other.number - one.number;

/** The newest exchanges of sandboxes, newest first. */
class TrafficLog {
  exchanges: readonly Exchange[] = [];
  /** The sandboxes as they were when they were read. */
  readonly #read = new Map<string, SandboxSummary>();

  /** Reads what is new. */
  async read(sandboxes: readonly SandboxSummary[], limit: number): Promise<void> {
    const waiting = this.exchanges.filter(isWaiting);
    const due = sandboxes.filter(
      (one) =>
        this.#read.get(one.name) !== one || waiting.some(({ sandbox }) => sandbox === one.name),
    );
    const reads = due.map((one, index) => {
      const { name, requests } = one;
      const last = this.#read.get(name)?.requests ?? 0;
      this.#read.set(name, one);
      if (index < due.length - maxSandboxes && name !== 'default') {
        return [];
      }
      const open = waiting.filter(({ sandbox }) => sandbox === name);
      const from = Math.min(last, ...open.map(({ number }) => number - 1));
      // A sandbox that was dropped counts from 1 again.
      return readRequests(name, Math.max(from <= requests ? from : 0, requests - limit), limit);
    });
    const fresh = (await Promise.all(reads)).flat();
    const all = new Map([...this.exchanges, ...fresh].map((one) => [keyOf(one), one]));
    this.exchanges = [...all.values()].sort(compareAge).slice(0, maxListed);
  }
}

async function readRequests(sandbox: string, after: number, limit: number): Promise<Exchange[]> {
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
  const followed = [...sandboxes.values()].filter(
    ({ name }) => chosen === undefined || name === chosen,
  );
  const limit = chosen === undefined ? limits.each : limits.chosen;
  useEffect(() => {
    // Without an answer, the next connection reads it.
    log.read(followed, limit).then(draw, () => {});
  }, [log, sandboxes, log.exchanges.some(isWaiting) && now]);
  const count = followed.reduce((sum, { requests }) => sum + requests, 0);
  const clear = () => {
    log.exchanges = [];
    draw();
  };
  const { exchanges } = log;
  return { exchanges, total: Math.max(count, exchanges.length), clear };
}
