import type { JournalEntry } from '../engine/sandbox/journal.js';
import { listDifferences } from '../engine/sandbox/request-pattern.js';
import { type ControlCall, type ControlContext, type Handler, peekSandbox } from './context.js';
import { ControlError } from './errors.js';
import { tellDifference, tellExchange } from './recorded-exchange.js';
import { type ExchangePattern, type QueryOf, usualTimeout } from './schemas.js';

type Filter = QueryOf<'listRequests'>;
type NoteFilter = NonNullable<Filter['note']>;

function hasNote({ notes }: JournalEntry, wanted: NoteFilter): boolean {
  return notes.some((note) => note.kind === wanted || ('point' in note && note.point === wanted));
}

/** The exchanges that all filters let through, the oldest first. */
export function filterEntries(entries: readonly JournalEntry[], filter: Filter): JournalEntry[] {
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

function difference(where: string, expected: unknown, came: unknown): string[] {
  return expected === undefined || expected === came
    ? []
    : [`${where}: expected ${expected}, and ${came ?? 'none'} came`];
}

/** In what an exchange differs from a pattern, in sentences; none when it fits. */
export function differencesOf(pattern: ExchangePattern, entry: JournalEntry): string[] {
  const { operation, method, status, note, ...request } = pattern;
  const isLost = entry.bodyCut && request.body !== undefined;
  const kinds = entry.notes.map((said) => ('point' in said ? said.point : said.kind)).join(', ');
  return [
    ...difference('operation', operation, entry.operation),
    ...difference('method', method?.toUpperCase(), entry.method),
    ...difference('status', status, entry.status),
    ...(note === undefined || hasNote(entry, note)
      ? []
      : [`note: expected ${note}, and ${kinds || 'none'} came`]),
    ...(isLost
      ? ['body: not all of it is kept, so it fits no JSON; say bodyContains instead']
      : []),
    // The schema of a body is anything that JSON is.
    ...listDifferences(
      (isLost ? { ...request, body: undefined } : request) as Parameters<typeof listDifferences>[0],
      entry,
    ),
  ];
}

/** Waits until a condition holds, looking after every exchange; gives up when the time is over. */
async function until(
  holds: () => boolean,
  { engine }: ControlContext,
  { sandbox, query, signal }: ControlCall<'listRequests'>,
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
    // What is announced is in the journal by then.
    const stopListening = engine.listen((entry) => entry.sandbox === sandbox && holds() && end());
    const timer = setTimeout(end, query.timeout ?? usualTimeout);
    signal.addEventListener('abort', end);
  });
}

export const listRequests: Handler<'listRequests'> = async (context, call) => {
  const { query } = call;
  const { wait = 0, limit } = query;
  const { max } = peekSandbox(context, call).journal;
  if (wait > max) {
    throw new ControlError(
      'malformed',
      `wait must be at most ${max}, as the journal keeps no more (--max-journal), and ${wait} came.`,
    );
  }
  const entries = () => filterEntries(peekSandbox(context, call).journal.list(), query);
  const isEnough = () => wait === 0 || entries().length >= wait;
  await until(isEnough, context, call);
  const { journal } = peekSandbox(context, call);
  const found = entries();
  return {
    requests: found.slice(0, limit).map((entry) => tellExchange(entry, context.redactor)),
    total: journal.total,
    kept: journal.list().length,
    enough: found.length >= wait,
  };
};

export const clearRequests: Handler<'clearRequests'> = (context, call) => {
  peekSandbox(context, call).journal.clear();
  return undefined;
};

interface Compared {
  readonly entry: JournalEntry;
  readonly differences: readonly string[];
}

export const countRequests: Handler<'countRequests'> = (context, call) => {
  const compared = peekSandbox(context, call)
    .journal.list()
    .map((entry): Compared => ({ entry, differences: differencesOf(call.body, entry) }));
  const count = compared.filter(({ differences }) => differences.length === 0).length;
  // Of several that are as close, the last one is what people look for.
  const closest = compared.reduce<Compared | undefined>(
    (best, one) => (best && best.differences.length < one.differences.length ? best : one),
    undefined,
  );
  if (count > 0 || closest === undefined) {
    return { count };
  }
  const request = tellExchange(closest.entry, context.redactor);
  const differences = closest.differences.map((difference) =>
    tellDifference(closest.entry, difference, context.redactor),
  );
  return { count, closest: { request, differences } };
};
