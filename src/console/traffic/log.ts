import { call } from '../api.js';
import type { Followed } from '../changes.js';
import type { Exchange } from '../types.js';
import { type AnswerKind, classify } from './kinds.js';

/** An exchange in the list. */
export interface Row {
  /** Unlike a number, it is never used again, also when the simulator restarts. */
  readonly id: string;
  readonly exchange: Exchange;
  readonly kind: AnswerKind;
}

/** Which rows are shown; an empty field lets all pass. */
export interface RowFilter {
  readonly operation?: string;
  /** `404`, the beginning of statuses: `4`, or `failed` for an error or a response that was broken. */
  readonly status?: string;
  /** A kind of answers, a kind of notes, or an open point. */
  readonly note?: string;
}

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
  return wanted === 'failed' ? isFailed : formatStatus(exchange).startsWith(wanted);
}

export function passes({ exchange, kind }: Row, { operation, status, note }: RowFilter): boolean {
  return (
    (!operation || exchange.operation === operation) &&
    (!status || hasStatus(exchange, status)) &&
    (!note ||
      kind === note ||
      exchange.notes.some(
        (one) => one.kind === note || (one.kind === 'open' && one.point === note),
      ))
  );
}

export const toRow = (exchange: Exchange): Row => ({
  id: `${exchange.sandbox}.${exchange.number} ${exchange.time}`,
  exchange,
  kind: classify(exchange),
});

/** This many rows are kept. */
const maxRows = 2_000;
/** Of this many sandboxes, those that were used last. */
const maxSandboxes = 20;
/** No response takes longer, in milliseconds. */
const longestResponse = 70_000;

/** Whether the response of an exchange may still be on its way. */
export const isWaiting = ({ exchange: { duration, time } }: Row) =>
  duration === undefined && Date.now() - Date.parse(time) < longestResponse;

/** The newest exchanges of sandboxes, newest first. */
export class TrafficLog {
  rows: readonly Row[] = [];
  /** What was read of each sandbox: which version, and up to which number. */
  readonly #read = new Map<string, { readonly version: number; readonly number: number }>();
  #connection = 0;

  /**
   * Reads what is new.
   *
   * @param limit how many exchanges are read of one sandbox
   */
  async read(sandboxes: readonly Followed[], connection: number, limit: number): Promise<void> {
    if (connection !== this.#connection) {
      // Another simulator may count from 1 again.
      this.#read.clear();
      this.#connection = connection;
    }
    const waiting = new Set(this.rows.filter(isWaiting).map(({ exchange }) => exchange.sandbox));
    const due = sandboxes.filter(
      ({ summary: { name }, version }) =>
        this.#read.get(name)?.version !== version || waiting.has(name),
    );
    const reads = due.map((one, index) => {
      const { name, requests } = one.summary;
      const last = this.#read.get(name)?.number ?? 0;
      this.#read.set(name, { version: one.version, number: requests });
      const isLeftOut = index < due.length - maxSandboxes && name !== 'default';
      return isLeftOut ? [] : this.#load(one, last, limit);
    });
    this.#add((await Promise.all(reads)).flat());
  }

  async #load({ summary, version }: Followed, last: number, limit: number): Promise<Exchange[]> {
    const { name, requests } = summary;
    const open = this.rows.filter((row) => row.exchange.sandbox === name && isWaiting(row));
    const from = Math.min(last, ...open.map(({ exchange }) => exchange.number - 1));
    // A sandbox that was dropped counts from 1 again.
    const after = Math.max(from <= requests ? from : 0, requests - limit);
    const reply = await call<{ requests: Exchange[] }>('GET /requests', name, {
      query: { after, limit },
    });
    // The summary may be older than what was just read.
    const number = Math.max(requests, reply.requests.at(-1)?.number ?? 0);
    this.#read.set(name, { version, number });
    return reply.requests;
  }

  #add(exchanges: readonly Exchange[]): void {
    const rows = new Map(this.rows.map((row) => [row.id, row]));
    for (const row of exchanges.map(toRow)) {
      rows.set(row.id, row);
    }
    const compare = ({ exchange: one }: Row, { exchange: other }: Row) =>
      other.time.localeCompare(one.time) || other.number - one.number;
    this.rows = [...rows.values()].sort(compare).slice(0, maxRows);
  }

  /** Empties the list; the journal stays. */
  clear(): void {
    this.rows = [];
  }
}
