import { styleText } from 'node:util';
import type { Exchange } from '../engine/message.js';
import type { Note } from '../engine/simulation/notes.js';

export interface LogEntry {
  readonly exchange: Exchange;
  readonly milliseconds: number;
  readonly time: Date;
  readonly colours: boolean;
  /** Whether the answer's body is shown too. */
  readonly detailed: boolean;
}

/** The target as it was sent; what can't be printed is escaped, so no request can forge a line. */
function target({ path, query }: Exchange['request']): string {
  const text = query === '' ? path : `${path}?${query}`;
  return encodeURI(text).replaceAll('%25', '%');
}

function inWords(note: Note): string {
  switch (note.kind) {
    case 'open':
      return `open ${note.point}=${note.choice} (section ${note.section})`;
    case 'deprecated':
      return `deprecated ${note.operation} (section ${note.section})`;
    case 'unstable':
      return `${note.stability} ${note.operation}`;
    case 'violation':
      return `violation (section ${note.section})`;
    case 'scenario':
      return `scenario ${note.applied}${note.beyond ? ' (beyond)' : ''}`;
  }
}

const round = (milliseconds: number) => Math.round(milliseconds * 100) / 100;

/** One JSON object on a line. */
export function exchangeAsJson({ exchange, milliseconds, time, detailed }: LogEntry): string {
  const { request, reply, sandbox, operation, notes } = exchange;
  return JSON.stringify({
    time,
    level: 'info',
    method: request.method,
    path: target(request),
    status: reply.status,
    milliseconds: round(milliseconds),
    sandbox,
    operation,
    notes,
    body: detailed ? reply.body : undefined,
  });
}

function statusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
}

/** One line for people. */
export function exchangeAsText(entry: LogEntry): string {
  const { exchange, milliseconds, time, colours, detailed } = entry;
  const { request, reply, sandbox, notes } = exchange;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    // Whether there are colours was decided for standard error, not for standard output.
    colours ? styleText(style, text, { validateStream: false }) : text;
  const parts = [
    paint('dim', time.toISOString().slice(11, 23)),
    `${request.method} ${target(request)}`,
    paint(statusColour(reply.status), String(reply.status)),
    paint('dim', `${round(milliseconds)} ms`),
    paint('cyan', sandbox),
    ...notes.map((note) => paint(note.kind === 'violation' ? 'yellow' : 'magenta', inWords(note))),
  ];
  return parts.join('  ') + (detailed && reply.body !== '' ? `\n    ${reply.body}` : '');
}
