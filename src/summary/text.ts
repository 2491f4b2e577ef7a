import { findingKinds } from '../engine/choices/notes.js';
import { openPoints } from '../engine/choices/open-points.js';
import { operations } from '../engine/interface/operations.js';
import { escapeUnprintable } from '../log/redaction.js';
import {
  isAllowed,
  isAvoidable,
  isFailure,
  type SummarizedNote,
  type SummarizedRefusal,
  type Summary,
} from './summary.js';

/** So many clients are named. */
const maxNamed = 10;

/** A number of things: `1 exchange`, `2 exchanges`. */
export const formatCount = (number: number, thing: string) =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

function meaningOf({ kind, point, operation, section }: SummarizedNote): string {
  if (point !== undefined) {
    return `${point}: the document is silent on ${openPoints[point].silent} (section ${section})`;
  }
  if (kind === 'violation') {
    return `not what section ${section} asks for`;
  }
  const sunset = operations.find(({ name }) => name === operation)?.sunset;
  const end = sunset === undefined ? '' : `, to be removed on ${sunset.toISOString().slice(0, 10)}`;
  return `deprecated${end} (section ${section})`;
}

function callersOf({ callers }: SummarizedNote): string[] {
  const named = callers.slice(0, maxNamed).map(({ userAgent, sandbox, count }) => {
    const client =
      userAgent === undefined ? 'a client without User-Agent' : escapeUnprintable(userAgent);
    return `called ${count}× by ${client} in sandbox ${sandbox}`;
  });
  const others = callers.length - named.length;
  return others > 0 ? [...named, `and by ${formatCount(others, 'more client')}`] : named;
}

function describe(note: SummarizedNote): string {
  const { count, allowed, operation = 'no operation', example, message } = note;
  const said = message === undefined ? [] : [`it was told: ${escapeUnprintable(message)}`];
  const meant = allowed === 0 ? [] : [`${allowed} of them intended`];
  const details = [`such as ${escapeUnprintable(example)}`, ...said, ...meant, ...callersOf(note)];
  return [
    `  ${`${count}×`.padStart(6)} ${operation}  ${meaningOf(note)}`,
    ...details.map((detail) => `         ${detail}`),
  ].join('\n');
}

/** What shows in answers whatever was sent: its points, and how often they did. */
function unavoidable(notes: readonly SummarizedNote[]): string {
  const counts = new Map<string, number>();
  for (const { point = '', count } of notes) {
    counts.set(point, (counts.get(point) ?? 0) + count);
  }
  return [...counts].map(([point, times]) => `${point} (${times}×)`).join(', ');
}

/** What would be a failure, had it not been brought up on purpose every time. */
const isOnlyAllowed = (note: SummarizedNote) => isAvoidable(note) && isAllowed(note);

function namesOf(notes: readonly SummarizedNote[]): string {
  const named = notes.map(({ kind, point, operation = 'no operation', section, count }) => {
    const what = point ?? (kind === 'violation' ? `not what section ${section} asks for` : kind);
    return `${operation}: ${what} (${count}×)`;
  });
  return named.join('; ');
}

function describeRefusal({ code, count, example, message }: SummarizedRefusal): string {
  return [
    `  ${`${count}×`.padStart(6)} ${code}`,
    `         such as ${escapeUnprintable(example)}`,
    `         it was told: ${escapeUnprintable(message)}`,
  ].join('\n');
}

function refusedOf(refused: readonly SummarizedRefusal[]): string[] {
  const title =
    'Refused: the simulator itself answered with 501, and your client saw nothing of the service';
  return refused.length === 0 ? [] : [`${title}\n${refused.map(describeRefusal).join('\n')}`];
}

function footOf(notes: readonly SummarizedNote[]): string[] {
  const allowed = notes.filter(isOnlyAllowed);
  const others = notes.filter((note) => !isAvoidable(note));
  return [
    ...(allowed.length === 0 ? [] : [`Intended, so no failure: ${namesOf(allowed)}.`]),
    ...(others.length === 0
      ? []
      : [
          `What answers show is open too: ${unavoidable(others)}. ` +
            'Whether your client relies on it is what animal-store matrix finds out.',
        ]),
  ];
}

const isEmpty = ({ exchanges, notes }: Summary) => exchanges === 0 && notes.length === 0;

/** The summary for people; nothing where there is nothing to say. */
export function writeSummary(summary: Summary): string {
  const { exchanges, notes, refused } = summary;
  if (isEmpty(summary)) {
    return '';
  }
  const titles = {
    open: 'Open: requests brought up what the document leaves open',
    deprecated: 'Deprecated: requests used what is going to be removed',
    violation: 'Violation: requests were not what the document asks for',
  } as const;
  const blocks = findingKinds.flatMap((kind) => {
    const found = notes.filter((note) => isFailure(note, kind));
    return found.length === 0 ? [] : [`${titles[kind]}\n${found.map(describe).join('\n')}`];
  });
  blocks.push(...refusedOf(refused));
  const but = notes.some(isOnlyAllowed) ? ', but for what was intended' : '';
  const verdict =
    blocks.length === 0
      ? `: the requests asked for nothing that the document does not promise${but}`
      : '';
  const head = `Summary of ${formatCount(exchanges, 'exchange')}${verdict}.`;
  return `${[head, ...blocks, ...footOf(notes)].join('\n')}\n`;
}

/** The summary as one line of a log in JSON. */
export function writeSummaryLine(summary: Summary): string {
  const line = { time: new Date(), level: 'info', summary };
  return isEmpty(summary) ? '' : `${JSON.stringify(line)}\n`;
}
