import { shorten } from '../base/text.js';
import { preferenceAppliedHeader } from '../document/headers.js';
import { type OpenPoint, openPoints } from '../document/open-points.js';
import { operationsByName } from '../document/operations.js';
import type { JournalEntry } from './exchange.js';
import { isByRequest, type Note } from './notes.js';
import { describeIgnored } from './preferences.js';
import type { Forced } from './scenario.js';

/** Reasons of a response beyond the document, the strongest first. */
const causes = ['refused', 'mismatch', 'violation', 'beyond', 'open', 'deprecated'] as const;
type Cause = (typeof causes)[number];

export function findResponseKind(notes: readonly Note[]): Cause | 'promised' {
  const found: readonly Cause[] = notes.flatMap((note) => {
    if (note.kind === 'scenario') {
      return note.beyond ? 'beyond' : [];
    }
    return note.kind === 'open' && !isByRequest(note) ? [] : note.kind;
  });
  return causes.find((cause) => found.includes(cause)) ?? 'promised';
}

/** Formats the parts of a scenario in a word each: `503`, `reset`, `800 ms`. */
function formatApplied(note: Note) {
  const { code, example, fault, delay, headers }: Forced = note.kind === 'scenario' ? note : {};
  const wait = delay === undefined ? undefined : `${delay} ms`;
  return [code ?? example ?? fault ?? wait ?? (headers && 'headers') ?? []].flat();
}

function formatPoint(point: OpenPoint, { query, headers }: JournalEntry['request']): string {
  const row = openPoints[point];
  const brief = 'brief' in row ? row.brief : point;
  return brief.replace(/(.*)\{(.*)\}/, (_, before: string, name: string) => {
    const sent = [new URLSearchParams(query).get(name), headers[name], headers['content-encoding']];
    const value = sent.filter(Boolean).join(', ');
    return value === '' ? `no ${before.trim()}` : before + value;
  });
}

/** Formats the reason of a response in a few words; empty when the document promises the response. */
export function formatReason(entry: JournalEntry): string {
  const { notes, details, rule, request, reply } = entry;
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
  if (details?.brief !== undefined) {
    return details.brief;
  }
  const point = details?.point ?? notes.find(isByRequest)?.point;
  if (point !== undefined) {
    return formatPoint(point, request);
  }
  const isApplied = reply.headers.some(([name]) => name === preferenceAppliedHeader);
  if (request.headers.prefer !== undefined && !isApplied) {
    return describeIgnored(request.headers.prefer) ?? 'Prefer without effect';
  }
  const deprecated = notes.find((note) => note.kind === 'deprecated');
  const sunset = deprecated && operationsByName[deprecated.operation].sunset;
  return sunset ? `deprecated, ends in ${sunset.getUTCFullYear()}` : '';
}
