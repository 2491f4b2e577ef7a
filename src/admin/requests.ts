import { SimulatorError } from '../engine/interface/errors.js';
import type { JournalEntry } from '../engine/sandbox/journal.js';
import {
  countDifferences,
  createRequestParts,
  listDifferences,
  type RequestPattern,
} from '../engine/sandbox/patterns.js';
import type { AdminCall, AdminContext, Handler } from './call.js';
import { redactDifference, toRecordedExchange } from './recorded-exchange.js';
import type { ExchangePattern, QueryOf } from './schemas.js';
import { Turn } from './turn.js';

type Filter = QueryOf<'listRequests'>;

/** How long a call waits for exchanges when it sets no timeout, in milliseconds. */
const defaultTimeout = 3_000;

function hasNote({ notes }: JournalEntry, wanted: NonNullable<Filter['note']>): boolean {
  return notes.some((note) => note.kind === wanted || ('point' in note && note.point === wanted));
}

/** The exchanges that pass every filter, oldest first. */
function filterEntries(entries: readonly JournalEntry[], filter: Filter): JournalEntry[] {
  const { operation, status, note, since, after = 0 } = filter;
  const from = since === undefined ? 0 : Date.parse(since);
  return entries.filter(
    (entry) =>
      entry.number > after &&
      entry.time >= from &&
      (operation === undefined || entry.operation === operation) &&
      (status === undefined || entry.status === status) &&
      (note === undefined || hasNote(entry, note)),
  );
}

/** Waits until a condition holds, which every exchange may change; gives up after the timeout. */
async function waitUntil(
  holds: () => boolean,
  { listen }: AdminContext,
  { sandbox, query, signal }: AdminCall<'listRequests'>,
): Promise<void> {
  if (holds() || signal.aborted) {
    return;
  }
  await new Promise<void>((resolve) => {
    const end = () => {
      stopListening();
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    // A listener is called once the exchange is in the journal.
    const stopListening = listen((entry) => entry.sandbox === sandbox && holds() && end());
    const timer = setTimeout(end, query.timeout ?? defaultTimeout);
    signal.addEventListener('abort', end);
  });
}

export const listRequests: Handler<'listRequests'> = async (context, call) => {
  const { query } = call;
  const { wait = 0, limit } = query;
  const { max } = context.sandboxes.peek(call.sandbox).journal;
  if (wait > max) {
    throw new SimulatorError(
      'bad_request',
      `wait must be at most ${max}, the size of the journal (--max-journal); got ${wait}.`,
    );
  }
  const entries = () => filterEntries(context.sandboxes.peek(call.sandbox).journal.list(), query);
  await waitUntil(() => wait === 0 || entries().length >= wait, context, call);
  const { journal } = context.sandboxes.peek(call.sandbox);
  const found = entries();
  return {
    requests: found.slice(0, limit).map((entry) => toRecordedExchange(entry, context.redactor)),
    total: journal.total,
    kept: journal.list().length,
    enough: found.length >= wait,
  };
};

export const clearRequests: Handler<'clearRequests'> = (context, call) => {
  context.sandboxes.peek(call.sandbox).journal.clear();
  return undefined;
};

function compare(field: string, expected: unknown, got: unknown): string[] {
  return expected === undefined || expected === got
    ? []
    : [`${field}: expected ${expected}; got ${got ?? 'none'}`];
}

/** The part of a pattern that concerns the request alone. */
function toRequestPattern(pattern: ExchangePattern, { bodyCut }: JournalEntry): RequestPattern {
  const { petId, query, headers, body, bodyContains } = pattern;
  // In the spec, the body of a pattern is any JSON.
  return {
    petId,
    query,
    headers,
    body: bodyCut ? undefined : body,
    bodyContains,
  } as RequestPattern;
}

/** How an exchange differs from a pattern, besides its request. */
function compareExchange(pattern: ExchangePattern, entry: JournalEntry): string[] {
  const { operation, method, status, note, body } = pattern;
  const kinds = entry.notes.map((one) => ('point' in one ? one.point : one.kind)).join(', ');
  return [
    ...compare('operation', operation, entry.operation),
    ...compare('method', method?.toUpperCase(), entry.method),
    ...compare('status', status, entry.status),
    ...(note === undefined || hasNote(entry, note)
      ? []
      : [`note: expected ${note}; got ${kinds || 'none'}`]),
    ...(entry.bodyCut && body !== undefined
      ? ['body: not all of it is kept, so it is not compared as JSON; use bodyContains instead']
      : []),
  ];
}

interface Comparison {
  readonly entry: JournalEntry;
  readonly differences: number;
}

export const countRequests: Handler<'countRequests'> = async (context, call) => {
  const { sandbox, body, signal } = call;
  let count = 0;
  let closest: Comparison | undefined;
  const turn = new Turn();
  for (const entry of context.sandboxes.peek(sandbox).journal.list()) {
    const ofRequest = countDifferences(toRequestPattern(body, entry), createRequestParts(entry));
    const differences = compareExchange(body, entry).length + ofRequest;
    count += differences === 0 ? 1 : 0;
    // Of several that are equally close, the last one is what people look for.
    if (closest === undefined || differences <= closest.differences) {
      closest = { entry, differences };
    }
    await turn.end();
    if (signal.aborted) {
      break;
    }
  }
  if (count > 0 || closest === undefined) {
    return { count };
  }
  const { entry } = closest;
  const differences = [
    ...compareExchange(body, entry),
    ...listDifferences(toRequestPattern(body, entry), createRequestParts(entry)),
  ].map((difference) => redactDifference(entry, difference, context.redactor));
  return { count, closest: { request: toRecordedExchange(entry, context.redactor), differences } };
};
