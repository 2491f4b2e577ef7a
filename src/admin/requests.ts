import { stringify } from 'lossless-json';
import { SimulatorError } from '../engine/interface/errors.js';
import type { JournalEntry, RecordedOutcome } from '../engine/sandbox/journal-entry.js';
import {
  countDifferences,
  createRequestParts,
  listDifferences,
  type RequestPattern,
} from '../engine/sandbox/patterns.js';
import { shareTurn } from '../turn.js';
import { type AdminCall, type AdminContext, createJsonBody, type Handler } from './call.js';
import { createDifferenceRedactor, toRecordedExchange } from './recorded-exchange.js';
import type { ExchangePattern, QueryOf } from './schemas.js';

type Filter = QueryOf<'listRequests'>;

/** How long a call waits for exchanges when it sets no timeout, in milliseconds. */
const defaultTimeout = 3_000;

function hasNote({ notes }: RecordedOutcome, wanted: NonNullable<Filter['note']>): boolean {
  return notes.some((note) => note.kind === wanted || ('point' in note && note.point === wanted));
}

type Matcher = (entry: RecordedOutcome) => boolean;

/** Tells which exchanges pass every filter. */
function createMatcher({ operation, status, note, since, after = 0 }: Filter): Matcher {
  const from = since === undefined ? 0 : Date.parse(since);
  return (entry) =>
    entry.number > after &&
    entry.time >= from &&
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (note === undefined || hasNote(entry, note));
}

/**
 * Waits until enough exchanges match, the timeout passes, or the server stops. Returns the number of matches.
 */
async function waitForMatches(
  wait: number,
  matches: Matcher,
  { sandboxes, listen, waiting }: AdminContext,
  { sandbox, query, signal, stopping }: AdminCall<'listRequests'>,
): Promise<number> {
  const countMatches = () => sandboxes.peek(sandbox).journal.count(matches);
  let count = countMatches();
  if (count >= wait || signal.aborted || stopping?.aborted) {
    return count;
  }
  const release = waiting.take();
  await new Promise<void>((resolve) => {
    const end = () => {
      stopListening();
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      stopping?.removeEventListener('abort', end);
      release();
      resolve();
    };
    const stopListening = listen((outcome, _request, read) => {
      if (outcome.sandbox === sandbox && matches(read())) {
        count += 1;
        // Earlier ones may have been cleared or dropped meanwhile.
        if (count >= wait) {
          count = countMatches();
        }
        if (count >= wait) {
          end();
        }
      }
    });
    const timer = setTimeout(end, query.timeout ?? defaultTimeout);
    signal.addEventListener('abort', end);
    stopping?.addEventListener('abort', end);
  });
  return countMatches();
}

export const listRequests: Handler<'listRequests'> = async (context, call) => {
  const { wait = 0, limit = Number.POSITIVE_INFINITY, after = 0 } = call.query;
  const { max } = context.sandboxes.peek(call.sandbox).journal;
  if (wait > max) {
    throw new SimulatorError(
      'bad_request',
      `wait must be at most ${max}, the size of the journal (--max-journal); got ${wait}.`,
    );
  }
  const matches = createMatcher(call.query);
  const enough = (await waitForMatches(wait, matches, context, call)) >= wait;
  const { journal } = context.sandboxes.peek(call.sandbox);
  const { total, kept, dropped } = journal;
  /** Reads the journal while it is sent, so that a slow reader keeps no entries in memory. */
  function* write() {
    yield '{"requests":[';
    let listed = 0;
    for (const entry of journal.after(after, matches)) {
      if (listed === limit || entry.number > total) {
        break;
      }
      const exchange = stringify(toRecordedExchange(entry, context.redactor));
      yield listed === 0 ? `${exchange}` : `,${exchange}`;
      listed += 1;
    }
    yield `],"total":${total},"kept":${kept},"dropped":${dropped},"enough":${enough}}`;
  }
  return createJsonBody(write());
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
  const { journal } = context.sandboxes.peek(sandbox);
  const { total, dropped } = journal;
  for (const entry of journal.after(0)) {
    if (entry.number > total) {
      break;
    }
    const ofRequest = countDifferences(toRequestPattern(body, entry), createRequestParts(entry));
    const differences = compareExchange(body, entry).length + ofRequest;
    count += differences === 0 ? 1 : 0;
    // Of several that are equally close, the last one is what people look for.
    if (closest === undefined || differences <= closest.differences) {
      closest = { entry, differences };
    }
    await shareTurn();
    if (signal.aborted) {
      break;
    }
  }
  const counted = { count, ...(dropped > 0 && { dropped }) };
  if (count > 0 || closest === undefined) {
    return counted;
  }
  const { entry } = closest;
  const differences = [
    ...compareExchange(body, entry),
    ...listDifferences(toRequestPattern(body, entry), createRequestParts(entry)),
  ].map(createDifferenceRedactor(entry, context.redactor));
  const request = toRecordedExchange(entry, context.redactor);
  return { ...counted, closest: { request, differences } };
};
