import type { Schemas } from '../api.js';
import type { Exchange, Sent } from '../events.js';
import { formatStatus } from './format.js';

type Note = Schemas['Note'];

/** What an answer is, at a glance: the first of these that a note says, else promised. */
export const answerKinds = ['refused', 'violation', 'beyond', 'open', 'promised'] as const;
export type AnswerKind = (typeof answerKinds)[number];

const kindTests: Readonly<Record<Exclude<AnswerKind, 'promised'>, (note: Note) => boolean>> = {
  refused: ({ kind }) => kind === 'refused',
  violation: ({ kind }) => kind === 'violation',
  beyond: ({ beyond }) => beyond === true,
  open: ({ kind }) => kind === 'open',
};

export function classify({ notes }: Pick<Exchange, 'notes'>): AnswerKind {
  return (
    answerKinds.find((kind) => kind !== 'promised' && notes.some(kindTests[kind])) ?? 'promised'
  );
}

/** An exchange in the list. */
export interface Row {
  /** Unlike a number, it is never used again, also when the simulator restarts. */
  readonly id: number;
  readonly exchange: Exchange;
  readonly kind: AnswerKind;
}

/** Which rows are shown; a field that is left out lets all pass. */
export interface RowFilter {
  readonly sandbox?: string | undefined;
  readonly operation?: string | undefined;
  /** `404`, the beginning of statuses: `4`, or `failed` for an error or a response that was broken. */
  readonly status?: string | undefined;
  /** A kind of answers, a kind of notes, or an open point. */
  readonly note?: string | undefined;
}

/** Whether the client received an error, or no whole response. */
const isFailed = ({ status, notes }: Exchange) =>
  status >= 400 || notes.some(({ applied }) => /fault=(?!dribble)/.test(applied ?? ''));

const hasStatus = (exchange: Exchange, wanted: string) =>
  wanted === 'failed' ? isFailed(exchange) : formatStatus(exchange).startsWith(wanted);

export function passes({ exchange, kind }: Row, filter: RowFilter): boolean {
  const { sandbox, operation, status, note } = filter;
  return (
    (sandbox === undefined || exchange.sandbox === sandbox) &&
    (operation === undefined || exchange.operation === operation) &&
    (status === undefined || hasStatus(exchange, status)) &&
    (note === undefined ||
      kind === note ||
      exchange.notes.some((one) => one.kind === note || one.point === note))
  );
}

let created = 0;

export function createRow(exchange: Exchange): Row {
  created += 1;
  return { id: created, exchange, kind: classify(exchange) };
}

/** This many rows are kept. */
export const maxRows = 2_000;

const createKey = ({ sandbox, number }: Pick<Sent, 'sandbox' | 'number'>) => `${sandbox} ${number}`;

/** The newest exchanges of all sandboxes, newest first. */
export class TrafficLog {
  #rows: readonly Row[] = [];
  readonly #byKey = new Map<string, Row>();

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Adds the exchanges that are new, oldest first, and returns them. */
  add(exchanges: readonly Exchange[]): readonly Exchange[] {
    const fresh = exchanges.filter(
      // A simulator that restarts counts from 1 again.
      (one) => this.#byKey.get(createKey(one))?.exchange.time !== one.time,
    );
    const rows = fresh.slice(-maxRows).map((exchange) => {
      const row = createRow(exchange);
      this.#byKey.set(createKey(exchange), row);
      return row;
    });
    this.#keep([...rows.reverse(), ...this.#rows]);
    return fresh;
  }

  /** The same for recorded exchanges, which may be older than others. */
  addRecorded(exchanges: readonly Exchange[]): readonly Exchange[] {
    const fresh = this.add(exchanges);
    const time = ({ exchange }: Row) => exchange.time;
    this.#rows = this.#rows.toSorted((one, other) =>
      time(one) < time(other) ? 1 : time(one) > time(other) ? -1 : other.id - one.id,
    );
    return fresh;
  }

  /** Sets the durations of exchanges whose responses were still to be sent. */
  complete(sent: readonly Sent[]): void {
    const durations = new Map(sent.map((one) => [createKey(one), one.duration]));
    this.#rows = this.#rows.map((row) => {
      const duration = durations.get(createKey(row.exchange));
      // A newer one may have the same number.
      if (duration === undefined || this.#byKey.get(createKey(row.exchange))?.id !== row.id) {
        return row;
      }
      const completed = { ...row, exchange: { ...row.exchange, duration } };
      this.#byKey.set(createKey(row.exchange), completed);
      return completed;
    });
  }

  clear(): void {
    this.#rows = [];
    this.#byKey.clear();
  }

  #keep(rows: readonly Row[]): void {
    for (const row of rows.slice(maxRows)) {
      if (this.#byKey.get(createKey(row.exchange)) === row) {
        this.#byKey.delete(createKey(row.exchange));
      }
    }
    this.#rows = rows.slice(0, maxRows);
  }
}
