import { stringify } from 'lossless-json';
import { createBadRequest } from '../engine/interface/errors.js';
import { joinSlices } from '../engine/interface/slices.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Journal } from '../engine/sandbox/journal.js';
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

/** Waits until enough exchanges match, the timeout passes, the client goes away, or the server stops. */
async function waitForMatches(
  wait: number,
  matches: Matcher,
  { backend, waiting }: AdminContext,
  { sandbox, query, signal, stopping }: AdminCall<'listRequests'>,
): Promise<void> {
  const countMatches = async () => (await backend.read(sandbox)).journal.count(matches);
  if (wait === 0 || (await countMatches()) >= wait || signal.aborted || stopping?.aborted) {
    return;
  }
  const release = waiting.take();
  let count = 0;
  let isOver = false;
  let wake = () => {};
  const end = () => {
    isOver = true;
    wake();
  };
  const stopListening = backend.listen(sandbox, (read) => {
    if (matches(read())) {
      count += 1;
      if (count >= wait) {
        wake();
      }
    }
  });
  const timer = setTimeout(end, query.timeout ?? defaultTimeout);
  signal.addEventListener('abort', end);
  stopping?.addEventListener('abort', end);
  try {
    while (!isOver) {
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Counted anew, as earlier ones may have been cleared or dropped meanwhile.
      count = 0;
      const found = await countMatches();
      if (found >= wait) {
        break;
      }
      count += found;
      if (count < wait) {
        await next;
      }
    }
  } finally {
    stopListening();
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    stopping?.removeEventListener('abort', end);
    release();
  }
}

export const listRequests: Handler<'listRequests'> = async (context, call) => {
  const { wait = 0, limit = Number.POSITIVE_INFINITY, after = 0 } = call.query;
  const { max } = (await context.backend.read(call.sandbox)).journal;
  if (wait > max) {
    throw createBadRequest(
      `wait must be at most ${max}, the size of the journal (--max-journal); got ${wait}.`,
    );
  }
  const matches = createMatcher(call.query);
  await waitForMatches(wait, matches, context, call);
  const { journal } = await context.backend.read(call.sandbox);
  const { total, kept, dropped } = journal;
  const enough = journal.count(matches) >= wait;
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
  const slices = joinSlices(write());
  // Written now, so that a list of usual length shows one moment.
  const first = slices.next();
  return createJsonBody(
    (function* () {
      yield first.value ?? '';
      yield* slices;
    })(),
  );
};

export const clearRequests: Handler<'clearRequests'> = ({ backend }, call) =>
  backend.update(call.sandbox, (sandbox) => {
    if (sandbox.journal.kept + sandbox.journal.dropped > 0) {
      applyChange(sandbox, { type: 'requests-cleared' });
    }
    return undefined;
  });

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

/** Compares all exchanges in turns; undefined when the journal is cleared meanwhile. */
async function compareAll(journal: Journal, body: ExchangePattern, signal: AbortSignal) {
  let count = 0;
  let closest: Comparison | undefined;
  const { total, dropped, clears } = journal;
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
    if (journal.clears !== clears) {
      return undefined;
    }
    if (signal.aborted) {
      break;
    }
  }
  return { count, dropped, closest };
}

export const countRequests: Handler<'countRequests'> = async (context, call) => {
  const { sandbox, body, signal } = call;
  let compared: Awaited<ReturnType<typeof compareAll>>;
  do {
    const { journal } = await context.backend.read(sandbox);
    compared = await compareAll(journal, body, signal);
  } while (compared === undefined);
  const { count, dropped, closest } = compared;
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
