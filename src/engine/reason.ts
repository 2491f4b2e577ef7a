import { shorten } from '../document/format.js';
import { preferenceAppliedHeader } from '../document/headers.js';
import { type OpenPoint, openPoints } from '../document/open-points.js';
import { operationsByName } from '../document/operations.js';
import type { JournalEntry } from './exchange.js';
import { isByRequest, type Note } from './notes.js';
import { describeIgnored } from './preferences.js';

/** What can decide a response, if the document alone doesn't: the first of these that applies. */
const causes = ['refused', 'mismatch', 'violation', 'beyond', 'open', 'deprecated'] as const;

export function findCause(notes: readonly Note[]): (typeof causes)[number] | 'promised' {
  const found: readonly string[] = notes
    .filter((note) => note.kind !== 'open' || isByRequest(note))
    .map((note) => (note.kind === 'scenario' && note.beyond ? 'beyond' : note.kind));
  return causes.find((cause) => found.includes(cause)) ?? 'promised';
}

/** What a scenario applied, in a word: `503`, `reset`, `800 ms`. Choices of a service of one's own are none. */
function formatApplied(note: Note): string[] {
  const [, what, value = ''] =
    (note.kind === 'scenario' && /^(code|example|fault|delay|headers)=?(.*)/.exec(note.applied)) ||
    [];
  return what === undefined ? [] : [what === 'delay' ? `${value} ms` : value || what];
}

/** What a request did at an open point. */
function formatPoint(point: OpenPoint, { query, headers }: JournalEntry['request']): string {
  const row = openPoints[point];
  const brief = 'brief' in row ? row.brief : point;
  return brief.replace(/(.*)\{(.*)\}/, (_, before: string, name: string) => {
    const sent = [new URLSearchParams(query).get(name), headers[name], headers['content-encoding']];
    const value = sent.filter(Boolean).join(', ');
    return value === '' ? `no ${before.trim()}` : before + value;
  });
}

function shortenMessage(message: string, { notes, operation, request }: JournalEntry): string {
  if (notes.some((note) => note.kind === 'violation' && note.section === '5')) {
    return request.headers.authorization ? 'key unknown' : 'no key';
  }
  if (/^\/pets(\/|$)/.test(request.path)) {
    return 'without /v1';
  }
  if (operation === undefined) {
    return message.startsWith('The method') ? 'unknown method' : 'unknown path';
  }
  return message.split(/ \(section|[;:.](?: |$)/, 1)[0] as string;
}

/** Formats the reason of a response in a few words; empty when the document promises the response. */
export function formatReason(entry: JournalEntry): string {
  const { notes, message, rule, request, reply } = entry;
  const refused = notes.find((note) => note.kind === 'refused');
  if (refused !== undefined) {
    return `refused: ${refused.code.replace('simulator_', '').replaceAll('_', ' ')}`;
  }
  const mismatch = notes.find((note) => note.kind === 'mismatch');
  if (mismatch !== undefined) {
    return `mismatch: got ${shorten(mismatch.received, 30)}, expected ${mismatch.expected}`;
  }
  const applied = notes.flatMap(formatApplied).join(', ');
  if (rule !== undefined) {
    return applied === '' ? rule : `${rule}: ${applied}`;
  }
  if (applied !== '') {
    return `forced ${applied} (${request.headers.prefer ? 'Prefer' : 'query'})`;
  }
  if (message !== undefined) {
    const point = /\(open point ([a-z-]+)=/.exec(message)?.[1] as OpenPoint | undefined;
    return point === undefined ? shortenMessage(message, entry) : formatPoint(point, request);
  }
  const open = notes.find(isByRequest);
  if (open !== undefined) {
    return formatPoint(open.point, request);
  }
  const isApplied = reply.headers.some(([name]) => name === preferenceAppliedHeader);
  if (request.headers.prefer !== undefined && !isApplied) {
    return describeIgnored(request.headers.prefer) ?? 'Prefer without effect';
  }
  const deprecated = notes.find((note) => note.kind === 'deprecated');
  const sunset = deprecated && operationsByName[deprecated.operation].sunset;
  return sunset ? `deprecated, ends in ${sunset.getUTCFullYear()}` : '';
}
