import { styleText } from 'node:util';
import type { Note } from '../engine/choices/notes.js';
import { type Exchange, formatTarget } from '../engine/interface/message.js';
import type { OperationName } from '../engine/interface/operations.js';
import { logLevels, type ResolvedOptions } from '../options/table.js';
import { createRedactor, escapeUnprintable } from './redaction.js';

/** One line of the log. */
interface LogEntry {
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
function asJson(entry: LogEntry): string {
  const { time, method, target, status, milliseconds, ...rest } = entry;
  return JSON.stringify({
    time,
    level: 'info',
    method,
    path: escapeUnprintable(target),
    status,
    milliseconds: round(milliseconds),
    ...rest,
  });
}

function statusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
}

/** One line for people. */
function asText(entry: LogEntry, colours: boolean): string {
  const { time, method, target, status, milliseconds, sandbox, notes = [], body } = entry;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    // Whether there are colours was decided for standard error, not for standard output.
    colours ? styleText(style, text, { validateStream: false }) : text;
  const parts = [
    paint('dim', time.toISOString().slice(11, 23)),
    escapeUnprintable(`${method} ${target}`),
    paint(statusColour(status), String(status)),
    paint('dim', `${round(milliseconds)} ms`),
    ...(sandbox === undefined ? [] : [paint('cyan', sandbox)]),
    ...notes.map((note) => paint(note.kind === 'violation' ? 'yellow' : 'magenta', inWords(note))),
  ];
  return parts.join('  ') + (body ? `\n    ${escapeUnprintable(body)}` : '');
}

/** Where lines go: standard error, or a test's list. */
export interface LogStream {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
  write(text: string): unknown;
}

/** Writes a line for each event; the HTTP server can use it as its observer. */
export interface Logger {
  onExchange(exchange: Exchange, milliseconds: number): void;
  onResponse(response: Omit<LogEntry, 'time'>): void;
  onError(error: unknown): void;
  /** Writes the lines that are still buffered. */
  flush(): void;
}

/**
 * Logs each answer at `info`, and defects at `error`. Lines are gathered and written once per turn
 * of the event loop, so that logging doesn't hold up answers.
 */
export function createLogger(options: ResolvedOptions, stream: LogStream): Logger {
  const { logLevel, logFormat } = options;
  const redactor = createRedactor(options);
  const loud = (level: ResolvedOptions['logLevel']) =>
    logLevels.indexOf(level) <= logLevels.indexOf(logLevel);
  const pretty = logFormat === 'pretty' || (logFormat === 'auto' && stream.isTTY === true);
  const colours = pretty && stream.hasColors?.() === true;
  let held: string[] = [];

  const flush = () => {
    if (held.length > 0) {
      stream.write(`${held.join('\n')}\n`);
      held = [];
    }
  };
  const write = (line: string) => {
    if (held.push(line) === 1) {
      setImmediate(flush);
    }
  };
  const entry = (fields: Omit<LogEntry, 'time'>) => {
    const full = { time: new Date(), ...fields, target: redactor.target(fields.target) };
    write(pretty ? asText(full, colours) : asJson(full));
  };
  return {
    onExchange({ request, reply, sandbox, operation, notes }, milliseconds) {
      if (!loud('info')) {
        return;
      }
      const { method } = request;
      const target = formatTarget(request);
      const { status } = reply;
      const body = loud('debug') ? redactor.text(reply.body) : undefined;
      entry({ method, target, status, milliseconds, sandbox, operation, notes, body });
    },
    onResponse(response) {
      if (loud('info')) {
        entry(response);
      }
    },
    onError(error) {
      if (loud('error')) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        write(pretty ? message : JSON.stringify({ time: new Date(), level: 'error', message }));
      }
    },
    flush,
  };
}
