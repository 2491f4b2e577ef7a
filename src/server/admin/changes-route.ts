import * as z from 'zod/mini';
import { formatTarget } from '../../document/message.js';
import { checkSandboxName, defaultSandbox } from '../../engine/admit.js';
import { describeClock } from '../../engine/clock.js';
import { findFault, findOutcome, type JournalEntry } from '../../engine/exchange.js';
import { findResponseKind, formatReason } from '../../engine/reason.js';
import type { Sandbox } from '../../engine/sandbox.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import { filterFields, maxListed, readUntil } from './journal-routes.js';
import { route } from './route.js';
import { integer, maybe } from './schema-kit.js';

/** Columns of an exchange in a list. Keys are redacted. */
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
    /** The fault that broke the response. */
    fault: findFault(notes),
    cause: findResponseKind(notes),
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

/** Times are milliseconds since 1970. */
type ListFilter = Record<'limit' | 'since' | 'until', number> & {
  outcome: string | undefined;
  words: readonly string[];
};

/** Lists the newest exchanges of sandboxes that match; counts all that match. */
async function listNewest(sandboxes: Sandboxes, names: readonly string[], filter: ListFilter) {
  const { limit, since, until, outcome, words } = filter;
  const counts = { all: 0, '2xx': 0, '4xx': 0, '5xx': 0, fault: 0, refused: 0, mismatch: 0 };
  const totals = { kept: 0, newer: 0, cleared: 0, dropped: 0, latest: 0 };
  const readMatching = ({ journal, dropped }: Sandbox) => {
    const matching: (readonly [JournalEntry, string])[] = [];
    totals.dropped += dropped;
    totals.latest = Math.max(totals.latest, journal.at(-1)?.time ?? 0);
    for (const entry of journal.toReversed()) {
      if (entry.time <= since) {
        totals.cleared += 1;
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
        if (isListed && matching.length < limit) {
          matching.push([entry, hit]);
        }
      }
    }
    return matching;
  };
  const found = await Promise.all(names.map((name) => sandboxes.read(name, readMatching)));
  const requests: ExchangeRow[] = found
    .flat()
    .sort(([one], [other]) => other.time - one.time)
    .slice(0, limit)
    .map(([entry, hit]) => ({ ...presentRow(entry), ...(hit && { hit }) }));
  return { requests, counts, ...totals };
}

/** Rules, settings and clock, which decide the next responses of a sandbox. */
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

export const changesRoute = {
  listChanges: route({
    summary: 'All sandboxes, once something has changed',
    description:
      'Waits until something is newer than the revision, or for the timeout. `active` has the rules, settings and clock of the sandbox `name`, or of `default` and of others that tests changed. With `limit`, the response also has the newest exchanges, and `counts` of all that match `since`, `until` and `search` by outcome, with how many are `newer` than `until`, how many there are whatever the search (`kept`) or until `since` (`cleared`), how many were `dropped`, and the time of the `latest`.',
    input: {
      after: maybe(integer(0), 'The revision of the last call. Default: 0.'),
      timeout: maybe(integer(0, 30_000), 'Maximum time to wait, in milliseconds. Default: 0.'),
      limit: maybe(integer(1, maxListed), 'Maximum number of exchanges, the newest first.'),
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
      const read = async (revision: number) => ({ revision, sandboxes: await sandboxes.list() });
      // Another one than the last: revisions begin anew with the process.
      const isNew = ({ revision }: { revision: number }) => revision !== after;
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
      const filter = { limit, since, until, outcome, words };
      return { ...changes, active, ...(await listNewest(sandboxes, names, filter)) };
    },
  }),
};
