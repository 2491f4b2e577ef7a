import { styleText } from 'node:util';
import type { OperationName } from '../engine/service/operations.js';
import type { Note } from '../engine/simulation/notes.js';
import { printable } from './printable.js';

/** One line of the log. */
export interface LogEntry {
  readonly time: Date;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** What only an exchange of the service has. */
  readonly sandbox?: string;
  readonly operation?: OperationName | undefined;
  readonly notes?: readonly Note[];
  /** The answer, where it is to be shown. */
  readonly body?: string | undefined;
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
export function asJson(entry: LogEntry): string {
  const { time, method, target, status, milliseconds, ...rest } = entry;
  return JSON.stringify({
    time,
    level: 'info',
    method,
    path: printable(target),
    status,
    milliseconds: round(milliseconds),
    ...rest,
  });
}

function statusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
}

/** One line for people. */
export function asText(entry: LogEntry, colours: boolean): string {
  const { time, method, target, status, milliseconds, sandbox, notes = [], body } = entry;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    // Whether there are colours was decided for standard error, not for standard output.
    colours ? styleText(style, text, { validateStream: false }) : text;
  const parts = [
    paint('dim', time.toISOString().slice(11, 23)),
    printable(`${method} ${target}`),
    paint(statusColour(status), String(status)),
    paint('dim', `${round(milliseconds)} ms`),
    ...(sandbox === undefined ? [] : [paint('cyan', sandbox)]),
    ...notes.map((note) => paint(note.kind === 'violation' ? 'yellow' : 'magenta', inWords(note))),
  ];
  return parts.join('  ') + (body ? `\n    ${printable(body)}` : '');
}
