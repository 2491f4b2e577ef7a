import * as z from 'zod/mini';
import { createBadRequest } from '../../document/errors.js';
import { type JsonValue, tryParseJsonValue } from '../../document/json.js';
import { formatTarget } from '../../document/message.js';
import { openPointNames } from '../../document/open-points.js';
import { realTime } from '../../document/real-time.js';
import { checkSandboxName, defaultSandbox } from '../../engine/admit.js';
import { describeClock } from '../../engine/clock.js';
import {
  type Exchange,
  findFault,
  findOutcome,
  type JournalEntry,
  outcomes,
  readExchange,
} from '../../engine/exchange.js';
import { findingKinds } from '../../engine/notes.js';
import { checkPattern, findDifferences, isEmpty, RequestParts } from '../../engine/patterns.js';
import { findCause, formatReason } from '../../engine/reason.js';
import type { Sandbox } from '../../engine/sandbox.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import { formatHar } from '../../har/write.js';
import { UsageError } from '../../options/usage-error.js';
import { route } from './route.js';
import { integer, maybe, object } from './schema-kit.js';
import { Instant, matchFields, Operation, Order } from './schemas.js';

const maxListed = 100_000;

const filterFields = {
  operation: maybe(Operation, 'Only exchanges of this operation.'),
  status: maybe(integer(100, 599), 'Only exchanges with this response status.'),
  outcome: maybe(z.enum([...outcomes, 'failed']), 'The outcome; failed is any but 2xx.'),
  note: maybe(
    z.enum([...findingKinds, 'scenario', 'refused', ...openPointNames]),
    'Only exchanges with a note of this kind, or on this open point.',
  ),
};

/** Which exchanges are counted. */
export type ExchangePattern = z.infer<typeof RequestPattern>;
const RequestPattern = object(
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

/** How many exchanges match, and the closest one when none does. */
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
    json: body === undefined || bodyCut ? undefined : tryParseJsonValue(body),
    // To microseconds, which is what the clock of Node.js can tell apart.
    ...(duration !== undefined && { duration: Math.round(duration * 1_000) / 1_000 }),
  };
}

const listKinds = ({ notes }: JournalEntry): string[] =>
  notes.flatMap((note) => (note.kind === 'open' ? [note.kind, note.point] : [note.kind]));

/** Reads again after each change of the sandbox, or of any one, until it is done, the time is over, or the signal aborts. */
async function readUntil<Value>(
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
      // Read before the value: what changes in between wakes at once.
      const { latest } = sandboxes.revisions;
      const value = await read(latest);
      if (isDone(value) || signal.aborted) {
        return value;
      }
      await sandboxes.revisions.wait(latest, signal, sandbox);
    }
  } finally {
    realTime.clearTimeout(timer);
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
  const compared = isCut ? undefined : (body as JsonValue | undefined);
  yield* findDifferences({ ...request, body: compared }, parts);
}

/** So many differences of an exchange are counted and shown at most. */
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

/** What a list shows of an exchange. Keys are redacted. */
export type ExchangeRow = ReturnType<typeof presentRow> & {
  /** The surroundings of a searched word that no column shows: `in the body: "name":"Rex"`. */
  readonly hit?: string;
};

function presentRow(entry: JournalEntry) {
  const { number, time, sandbox, test, request, reply, notes, rule, duration } = entry;
  const { method, path, query } = request;
  const { status } = reply;
  return {
    ...{ number, time, sandbox, test, method, path, query, status, rule, duration },
    outcome: findOutcome(status, notes),
    /** How the response broke. */
    fault: findFault(notes),
    cause: findCause(notes),
    reason: formatReason(entry),
  };
}

/**
 * Finds words in an exchange. Returns undefined unless it has all: in its row, its notes, its message or its bodies.
 * The text is empty when the row shows all words; else it is the surroundings of one that it doesn't show.
 */
function findWords(entry: JournalEntry, words: readonly string[]): string | undefined {
  if (words.length === 0) {
    return '';
  }
  const { cause, rule, outcome, ...row } = presentRow(entry);
  const target = `${row.method} ${formatTarget(row)}`;
  const shown = [target, row.status, row.fault, row.reason, row.sandbox].join('\n').toLowerCase();
  const { request, reply, test, operation, notes, message } = entry;
  /** By the words that introduce a hit. */
  const texts = Object.entries({
    'in the body': request.body,
    'in the response': reply.body,
    'in the message': message,
    'in the notes': notes.flatMap(Object.values).join(' '),
    'in the test': test,
    'in the operation': operation,
  });
  const all = [shown, cause, rule, outcome, ...texts.map(([, text]) => text)];
  const searched = all.join('\n').toLowerCase();
  if (!words.every((word) => searched.includes(word))) {
    return undefined;
  }
  const hidden = words.find((word) => !shown.includes(word));
  for (const [place, text = ''] of hidden === undefined ? [] : texts) {
    const at = text.toLowerCase().indexOf(hidden as string);
    if (at >= 0) {
      return `${place}: ${text.slice(Math.max(at - 16, 0), at + 48).replace(/\s+/g, ' ')}`;
    }
  }
  return '';
}

/** Times are milliseconds since 1970. The exchanges became new or complete between two revisions. */
type ListFilter = Record<'after' | 'upTo' | 'limit' | 'since' | 'until', number> & {
  outcome: string | undefined;
  words: readonly string[];
};

/** Lists the newest exchanges of sandboxes that match and became new or complete between two revisions; counts all that match. */
async function listNewest(sandboxes: Sandboxes, names: readonly string[], filter: ListFilter) {
  const { after, upTo, limit, since, until, outcome, words } = filter;
  const counts = { all: 0, '2xx': 0, '4xx': 0, '5xx': 0, fault: 0, refused: 0, mismatch: 0 };
  const totals = { kept: 0, newer: 0, cleared: 0, dropped: 0, latest: 0 };
  const readFresh = ({ journal, dropped }: Sandbox) => {
    const fresh: (readonly [JournalEntry, string])[] = [];
    totals.dropped += dropped;
    totals.latest = Math.max(totals.latest, journal.at(-1)?.time ?? 0);
    for (const entry of journal.toReversed()) {
      // Set when it is first listed, as most never are.
      entry.revision ??= sandboxes.revisions.find(entry.sandbox);
      // What came since then is listed the next time.
      if (entry.revision > upTo || entry.time <= since) {
        totals.cleared += entry.revision > upTo ? 0 : 1;
        continue;
      }
      const isNewer = entry.time > until;
      totals.kept += isNewer ? 0 : 1;
      const hit = findWords(entry, words);
      const found = findOutcome(entry.reply.status, entry.notes);
      const isListed = [undefined, found, found === '2xx' ? '' : 'failed'].includes(outcome);
      if (hit !== undefined && isNewer) {
        totals.newer += isListed ? 1 : 0;
      } else if (hit !== undefined) {
        counts.all += 1;
        counts[found] += 1;
        if (isListed && fresh.length < limit && entry.revision > after) {
          fresh.push([entry, hit]);
        }
      }
    }
    return fresh;
  };
  const found = await Promise.all(names.map((name) => sandboxes.read(name, readFresh)));
  const requests: ExchangeRow[] = found
    .flat()
    .sort(([one], [other]) => other.time - one.time || other.number - one.number)
    .slice(0, limit)
    .map(([entry, hit]) => ({ ...presentRow(entry), ...(hit && { hit }) }));
  return { requests, counts, ...totals };
}

/** What decides the next responses of a sandbox. */
const readActive = ({ name, rules, settings, clock }: Sandbox, time: number) => ({
  sandbox: name,
  /** Newest first: the first that matches applies. */
  rules: rules.map((rule) => ({ ...rule })),
  settings,
  clock: describeClock(clock, time),
});

export type Active = ReturnType<typeof readActive>;

/** Of the sandboxes that tests have changed, what is active in so many is listed: those that were used last. */
const maxActive = 5;

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
      return format === 'har' ? (JSON.parse(formatHar(listed.requests)) as typeof listed) : listed;
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
    input: { body: RequestPattern },
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
  listChanges: route({
    summary: 'Sandboxes that changed',
    description:
      'Waits until something is newer than the revision, or for the timeout. `active` has the rules, settings and clock of the sandbox `name`, or of `default` and of others that tests changed since then. With `limit`, the response also has the exchanges since then, and `counts` of all that match `since`, `until` and `search` by outcome, with how many are `newer` than `until`, how many there are whatever the search (`kept`) or until `since` (`cleared`), how many were `dropped`, and the time of the `latest`.',
    input: {
      after: maybe(integer(0), 'The revision of the last call. Default: 0, which lists all.'),
      timeout: maybe(integer(0, 30_000), 'Maximum time to wait, in milliseconds. Default: 0.'),
      limit: maybe(
        integer(1, maxListed),
        'Maximum number of exchanges that are new or complete since the revision, the newest first.',
      ),
      name: maybe(z.string(), 'The sandbox to follow. Default: all.'),
      outcome: filterFields.outcome,
      search: maybe(z.string(), 'Words that each exchange has, in any letter case.'),
      since: maybe(integer(0), 'Only later exchanges, in milliseconds since 1970.'),
      until: maybe(integer(0), 'The latest time, in milliseconds since 1970.'),
    },
    hidesKeys: true,
    run: async ({ sandboxes }, _sandbox, input, stopping) => {
      const { after = 0, timeout = 0, limit, name, outcome, search = '' } = input;
      const { since = 0, until = Number.POSITIVE_INFINITY } = input;
      checkSandboxName(name ?? defaultSandbox);
      // Revisions begin anew with the process.
      const { revisions } = sandboxes;
      const from = after > revisions.latest ? 0 : after;
      if (from === 0 && limit !== undefined) {
        // What other processes did gets its revision now, so that the first list has it.
        await Promise.all(
          (await sandboxes.list()).map((one) => sandboxes.read(one.name, () => {})),
        );
      }
      const read = async (latest: number) => revisions.list(await sandboxes.list(), from, latest);
      const isNew = ({ revision }: { revision: number }) => revision > from || from < after;
      const changes = await readUntil(sandboxes, undefined, timeout, stopping, read, isNew);
      const others = changes.sandboxes.filter((one) => one.changes > 0 && name === undefined);
      const followed = others.slice(-maxActive).map((one) => one.name);
      const active = await Promise.all(
        [...new Set([name ?? defaultSandbox, ...followed])].map((one) =>
          sandboxes.read(one, readActive),
        ),
      );
      if (limit === undefined) {
        return { ...changes, active };
      }
      const names = changes.sandboxes.map((one) => one.name).filter((one) => one === (name ?? one));
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const filter = { after: from, upTo: changes.revision, limit, since, until, outcome, words };
      return { ...changes, active, ...(await listNewest(sandboxes, names, filter)) };
    },
  }),
  readPact: route({
    summary: 'Contract of the requests so far',
    description:
      'A Pact V4 contract of the requests in all sandboxes. It has only what the document promises. The same requests give the same bytes. Without `--pact` or `--consumer`, the first call starts recording, with what the journals have then.',
    input: {
      consumer: maybe(z.string(), 'The name of the consumer. Default: that of `--consumer`.'),
      needs: maybe(z.string(), 'The fields that the consumer reads. Default: those of `--needs`.'),
    },
    run: async ({ readPact: read }, _sandbox, options) => {
      try {
        return (await read(options)).text;
      } catch (error) {
        throw error instanceof UsageError ? createBadRequest(error.message) : error;
      }
    },
  }),
  readExcluded: route({
    summary: 'Requests that are not in the contract',
    description: "The requests so far whose responses the document doesn't promise, by reason.",
    run: async ({ readExcluded: read }) => ({ excluded: await read() }),
  }),
};
