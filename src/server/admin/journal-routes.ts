import * as z from 'zod/mini';
import { tryParseJson } from '../../base/json.js';
import { realTime } from '../../base/real-time.js';
import { type OpenPoint, openPointNames } from '../../document/open-points.js';
import type { OperationName } from '../../document/operations.js';
import {
  type Exchange,
  findOutcome,
  type JournalEntry,
  type Outcome,
  outcomes,
  readExchange,
} from '../../engine/exchange.js';
import { findingKinds, type Note } from '../../engine/notes.js';
import {
  checkPattern,
  findDifferences,
  isEmpty,
  RequestParts,
  type RequestPattern,
} from '../../engine/patterns.js';
import { formatReason } from '../../engine/reason.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import { createHar } from '../../har/write.js';
import { route } from './route.js';
import { integer, maybe, object } from './schema-kit.js';
import { Instant, matchFields, Operation, Order } from './schemas.js';

export const maxListed = 100_000;

export const filterFields = {
  operation: maybe(Operation, 'Only exchanges of this operation.'),
  status: maybe(integer(100, 599), 'Only exchanges with this response status.'),
  outcome: maybe(z.enum([...outcomes, 'failed']), 'The outcome; failed is any but 2xx.'),
  note: maybe(
    z.enum([...findingKinds, 'scenario', 'refused', ...openPointNames]),
    'Only exchanges with a note of this kind, or on this open point.',
  ),
};

/** Filters of exchanges; all apply. */
export interface ExchangeCondition {
  readonly operation?: OperationName | undefined;
  /** The status of the response. */
  readonly status?: number | undefined;
  /** The outcome; `failed` is any but 2xx. */
  readonly outcome?: Outcome | 'failed' | undefined;
  /** The kind of a note, or its open point. */
  readonly note?: Note['kind'] | OpenPoint | undefined;
}

/** Pattern of the exchanges that are counted; an omitted field matches all. */
export interface ExchangePattern extends RequestPattern, ExchangeCondition {
  readonly method?: string | undefined;
}
const ExchangePatternSchema: z.ZodMiniType<ExchangePattern> = object(
  { ...matchFields, ...filterFields, method: maybe(z.string(), 'such as POST') },
  'A pattern of exchanges; an omitted field matches all.',
);

/** A request, its response, and the notes on both. Keys are redacted. */
export interface RecordedExchange extends Omit<Exchange, 'allow' | 'needs'> {
  /** The body as JSON, if it is JSON. Integers have all their digits. */
  readonly json?: unknown;
  /** The cause of the response in a few words; empty when the document promises it. */
  readonly reason: string;
}

/** Number of exchanges that match, and the closest one when none does. */
export interface ExchangeCount {
  readonly count: number;
  /** Number of exchanges that the journal dropped, if any. */
  readonly dropped?: number;
  /** The closest exchange when none matches, and how it differs. */
  readonly closest?: {
    readonly request: RecordedExchange;
    readonly differences: readonly string[];
  };
}

function present(entry: JournalEntry): RecordedExchange {
  const { allow: _allow, needs: _needs, ...exchange } = readExchange(entry);
  const { body, bodyCut, duration } = exchange;
  return {
    ...exchange,
    reason: formatReason(entry),
    json: body === undefined || bodyCut ? undefined : tryParseJson(body),
    // To microseconds, which is what the clock of Node.js can tell apart.
    ...(duration !== undefined && { duration: Math.round(duration * 1_000) / 1_000 }),
  };
}

const listKinds = ({ notes }: JournalEntry): string[] =>
  notes.flatMap((note) => (note.kind === 'open' ? [note.kind, note.point] : [note.kind]));

/** Reads again after each change of the sandbox, or of any one, until it is done, the time is over, or the signal aborts. */
export async function readUntil<Value>(
  sandboxes: Sandboxes,
  sandbox: string | undefined,
  milliseconds: number,
  ended: AbortSignal,
  read: (revision: number) => Value | Promise<Value>,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  const end = new AbortController();
  const timer = realTime.setTimeout(() => end.abort(), milliseconds);
  const signal = AbortSignal.any([end.signal, ended]);
  try {
    for (;;) {
      // Before the value is read: a change in between wakes at once.
      const changed = sandboxes.revisions.wait(signal, sandbox);
      const value = await read(sandboxes.revisions.latest);
      if (isDone(value) || signal.aborted) {
        return value;
      }
      await changed;
    }
  } finally {
    realTime.clearTimeout(timer);
    end.abort();
  }
}

function compare(field: string, expected: unknown, got: unknown): (() => string)[] {
  return expected === undefined || expected === got
    ? []
    : [() => `${field}: expected ${expected}; got ${got || 'none'}`];
}

function* compareEntry(pattern: ExchangePattern, entry: JournalEntry) {
  const { operation, method, status, outcome, note, body, ...request } = pattern;
  const found = findOutcome(entry.reply.status, entry.notes);
  const kinds = listKinds(entry);
  const isCut = entry.bodyCut && body !== undefined;
  yield* compare('operation', operation, entry.operation);
  yield* compare('method', method?.toUpperCase(), entry.request.method);
  yield* compare('status', status, entry.reply.status);
  yield* compare('outcome', outcome, outcome === 'failed' && found !== '2xx' ? outcome : found);
  yield* compare('note', note, kinds.find((kind) => kind === note) ?? kinds.join(', '));
  if (isCut) {
    yield () =>
      'body: not all of it is kept, so it is not compared as JSON; use bodyContains instead';
  }
  const parts = new RequestParts(entry.request);
  yield* findDifferences({ ...request, body: isCut ? undefined : body }, parts);
}

/** Maximum number of differences of an exchange that are counted and shown. */
const maxDifferences = 20;

function listDifferences(pattern: ExchangePattern, entry: JournalEntry) {
  const differences: (() => string)[] = [];
  for (const difference of compareEntry(pattern, entry)) {
    if (differences.push(difference) === maxDifferences) {
      break;
    }
  }
  return { entry, differences };
}

export const journalRoutes = {
  listRequests: route({
    summary: 'Recorded exchanges',
    tool: { name: 'list_requests', effect: 'reads', defaults: { order: 'descending', limit: 10 } },
    description:
      'The journal, by number; all filters apply. With `wait`, the simulator responds when that many exchanges match, or after the timeout.',
    input: {
      ...filterFields,
      since: maybe(Instant, 'Only exchanges from this instant on, by the real clock.'),
      after: maybe(integer(0), 'Only exchanges after the one with this number, for the next page.'),
      order: maybe(Order, 'By number. Default over HTTP: ascending.'),
      limit: maybe(integer(1, maxListed), 'Maximum number; the first that match are listed.'),
      wait: maybe(integer(1, maxListed), 'Wait until this many exchanges match.'),
      timeout: maybe(integer(0, 60_000), 'Maximum time to wait, in milliseconds. Default: 3000.'),
      format: maybe(z.enum(['har']), 'The exchanges as an HTTP Archive (HAR 1.2) instead.'),
    },
    hidesKeys: true,
    run: async ({ sandboxes }, sandbox, { format, ...filter }, stopping) => {
      const { since, after = 0, order, limit, wait = 0, timeout = 3_000, ...pattern } = filter;
      const from = Date.parse(since ?? '0000-01-01');
      const matches = (entry: JournalEntry) =>
        entry.number > after && entry.time >= from && isEmpty(compareEntry(pattern, entry));
      let matching: JournalEntry[] = [];
      let last: JournalEntry | undefined;
      const read = () =>
        sandboxes.read(sandbox, ({ journal, total, dropped }) => {
          // A call that waits compares only new exchanges, unless the journal was cleared.
          const known = last === undefined ? 0 : journal.lastIndexOf(last) + 1;
          const [{ number: first } = { number: 0 }] = journal;
          const isKept = ({ number }: JournalEntry) => known > 0 && number >= first;
          matching = [...matching.filter(isKept), ...journal.slice(known).filter(matches)];
          last = journal.at(-1);
          const enough = matching.length >= wait;
          const ordered = order === 'descending' ? matching.toReversed() : matching;
          const requests = ordered.slice(0, limit);
          return { requests, total, kept: journal.length, dropped, enough };
        });
      const milliseconds = wait === 0 ? 0 : timeout;
      const isDone = ({ enough }: { enough: boolean }) => enough;
      const found = await readUntil(sandboxes, sandbox, milliseconds, stopping, read, isDone);
      const listed = { ...found, requests: found.requests.map(present) };
      // Clients of this package ask for no HAR.
      return format === 'har' ? (createHar(listed.requests) as object as typeof listed) : listed;
    },
  }),
  clearRequests: route({
    summary: 'Removal of all recorded exchanges',
    description: 'The numbers of later exchanges continue.',
    run: ({ sandboxes }, sandbox) => sandboxes.control(sandbox, 'clearRequests', {}),
  }),
  countRequests: route({
    summary: 'Number of exchanges that match a pattern',
    tool: { name: 'count_requests', effect: 'reads' },
    description: 'If none matches, the response has the closest exchange and its differences.',
    input: { body: ExchangePatternSchema },
    hidesKeys: true,
    run: ({ sandboxes }, sandbox, { body: pattern }) => {
      checkPattern(pattern, 'The body');
      return sandboxes.read(sandbox, ({ journal, dropped }) => {
        const compared = journal.map((entry) => listDifferences(pattern, entry));
        const count = compared.filter(({ differences }) => differences.length === 0).length;
        const counted = { count, ...(dropped > 0 && { dropped }) };
        if (count > 0 || compared.length === 0) {
          return counted;
        }
        // Of several that are equally close, the last one is what people look for.
        const { entry, differences } = compared.reduce((closest, next) =>
          next.differences.length <= closest.differences.length ? next : closest,
        );
        const sentences = differences.map((write) => write());
        return { ...counted, closest: { request: present(entry), differences: sentences } };
      });
    },
  }),
};
