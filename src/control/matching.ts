import type { JournalEntry } from '../engine/simulation/journal.js';
import { differencesFrom } from '../engine/simulation/request-pattern.js';
import type { ExchangePattern, QueryOf } from './schemas.js';

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
    ...differencesFrom(
      (isLost ? { ...request, body: undefined } : request) as Parameters<typeof differencesFrom>[0],
      entry,
    ),
  ];
}
