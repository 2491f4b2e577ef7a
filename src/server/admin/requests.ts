import { createBadRequest } from '../../document/errors.js';
import type { JsonValue } from '../../document/json.js';
import type { Exchange } from '../../engine/exchange.js';
import { listDifferences } from '../../engine/patterns.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import type { changesInput, requestsInput } from './exchange-schemas.js';
import { present } from './present.js';
import type { AdminContext, InputOf } from './route.js';
import type {
  ExchangeCount,
  ExchangePattern,
  RecordedRequests,
  SandboxChanges,
  SandboxInfo,
} from './types.js';

/** How long a call waits for exchanges when it sets no timeout, in milliseconds. */
const defaultTimeout = 3_000;

type Filter = InputOf<typeof requestsInput>;

/** The kinds of its notes, and its open points. */
const listKinds = ({ notes }: Exchange): string[] =>
  notes.flatMap((note) => (note.kind === 'open' ? [note.kind, note.point] : [note.kind]));

/** Tells which exchanges pass every filter. */
function createMatcher({ operation, status, note, since, after = 0 }: Filter) {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  return (exchange: Exchange) =>
    exchange.number > after &&
    Date.parse(exchange.time) >= from &&
    (operation === undefined || exchange.operation === operation) &&
    (status === undefined || exchange.status === status) &&
    (note === undefined || listKinds(exchange).includes(note));
}

/** Reads again after each change, until it is done, the time is over, or the caller goes away. */
async function readUntil<Value>(
  sandboxes: Sandboxes,
  milliseconds: number,
  signal: AbortSignal,
  read: () => Value | Promise<Value>,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  const end = new AbortController();
  const stop = () => end.abort();
  const timer = setTimeout(stop, milliseconds);
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      // Read before the value: what changes in between wakes at once.
      const { revision } = sandboxes.changesAfter(Number.MAX_SAFE_INTEGER);
      const value = await read();
      if (isDone(value) || end.signal.aborted || signal.aborted) {
        return value;
      }
      await sandboxes.waitForChange(revision, end.signal);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

export async function listRequests(
  { sandboxes, options: { maxJournal }, redact }: AdminContext,
  sandbox: string,
  filter: Filter,
  signal: AbortSignal,
): Promise<RecordedRequests> {
  const { wait = 0, timeout = defaultTimeout, limit } = filter;
  if (wait > maxJournal) {
    throw createBadRequest(
      `wait must be at most ${maxJournal}, the size of the journal (maxJournal); got ${wait}.`,
    );
  }
  const matches = createMatcher(filter);
  const read = () =>
    sandboxes.read(sandbox, ({ journal, total, dropped }) => {
      const found = journal.filter(matches);
      const counts = { total, kept: journal.length, dropped };
      return { requests: found.slice(0, limit), ...counts, enough: found.length >= wait };
    });
  const milliseconds = wait === 0 ? 0 : timeout;
  const found = await readUntil(sandboxes, milliseconds, signal, read, ({ enough }) => enough);
  return { ...found, requests: found.requests.map((exchange) => present(exchange, redact)) };
}

function compare(field: string, expected: unknown, got: unknown): string[] {
  return expected === undefined || expected === got
    ? []
    : [`${field}: expected ${expected}; got ${got ?? 'none'}`];
}

/** Lists in sentences how an exchange differs from a pattern. */
function compareExchange(pattern: ExchangePattern, exchange: Exchange): string[] {
  const { operation, method, status, note, body, ...request } = pattern;
  const kinds = listKinds(exchange);
  const isCut = exchange.bodyCut && body !== undefined;
  return [
    ...compare('operation', operation, exchange.operation),
    ...compare('method', method?.toUpperCase(), exchange.method),
    ...compare('status', status, exchange.status),
    ...(note === undefined || kinds.includes(note)
      ? []
      : [`note: expected ${note}; got ${kinds.join(', ') || 'none'}`]),
    ...(isCut
      ? ['body: not all of it is kept, so it is not compared as JSON; use bodyContains instead']
      : []),
    ...listDifferences(
      { ...request, body: isCut ? undefined : (body as JsonValue | undefined) },
      exchange,
    ),
  ];
}

export async function countRequests(
  { sandboxes, redact }: AdminContext,
  sandbox: string,
  { body: pattern }: { body: ExchangePattern },
): Promise<ExchangeCount> {
  const { journal, dropped } = await sandboxes.read(sandbox, (found) => ({
    journal: [...found.journal],
    dropped: found.dropped,
  }));
  const compared = journal.map((exchange) => ({
    exchange,
    differences: compareExchange(pattern, exchange),
  }));
  const count = compared.filter(({ differences }) => differences.length === 0).length;
  const counted = { count, ...(dropped > 0 && { dropped }) };
  if (count > 0 || compared.length === 0) {
    return counted;
  }
  // Of several that are equally close, the last one is what people look for.
  const { exchange, differences } = compared.reduce((closest, next) =>
    next.differences.length <= closest.differences.length ? next : closest,
  );
  const closest = { request: present(exchange, redact), differences: differences.map(redact) };
  return { ...counted, closest };
}

export async function listChanges(
  { sandboxes, redact }: AdminContext,
  _sandbox: string,
  { after = 0, timeout = 0 }: InputOf<typeof changesInput>,
  signal: AbortSignal,
): Promise<SandboxChanges> {
  const { revision: now } = sandboxes.changesAfter(Number.MAX_SAFE_INTEGER);
  // Revisions begin anew with the process.
  const from = after > now ? 0 : after;
  const read = () => sandboxes.changesAfter(from);
  const changes = await readUntil(
    sandboxes,
    timeout,
    signal,
    read,
    ({ revision }) => revision > from,
  );
  return { ...changes, sandboxes: changes.sandboxes.map((one) => presentSandbox(one, redact)) };
}

/** The name of a test is text that a test chose. */
export function presentSandbox(summary: SandboxInfo, redact: AdminContext['redact']): SandboxInfo {
  const { test } = summary;
  return test === undefined ? summary : { ...summary, test: redact(test) };
}
