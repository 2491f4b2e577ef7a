import { styleText } from 'node:util';
import { escapeUnprintable, shorten } from '../../document/format.js';
import { formatTarget } from '../../document/message.js';
import type { OperationName } from '../../document/operations.js';
import type { Note } from '../../engine/notes.js';
import type { ObservedResponse, Observer } from '../service.js';
import type { Redact } from './redactor.js';

const logLevels = ['silent', 'error', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

interface LoggerOptions {
  readonly logLevel: LogLevel;
  /** `auto` is `pretty` in a terminal, and `json` elsewhere. */
  readonly logFormat: 'auto' | 'pretty' | 'json';
  /** Replaces keys in paths, bodies and messages. */
  readonly redact: Redact;
}

/** The stream that lines are written to: standard error. */
export interface LogStream {
  readonly isTTY?: boolean;
  /** Bytes that nobody has read yet. */
  readonly writableLength?: number;
  hasColors?(): boolean;
  write(text: string): unknown;
}

/** Writes a line for each event; the HTTP server takes it as its observer. */
export interface Logger extends Observer {
  /** Something happened that is no response. */
  onEvent(message: string): void;
}

/** One line of the log. */
interface LogEntry extends ObservedResponse {
  /** Only exchanges with the service have what follows. */
  readonly sandbox?: string;
  readonly operation?: OperationName | undefined;
  readonly notes?: readonly Note[];
  /** The body of the response, at the level `debug`. */
  readonly body?: string | undefined;
}

/** Maximum length of a path and query in a line. */
const maxTarget = 2_048;
/** Maximum length of a body in a line. */
const maxBody = 4_096;
/** Maximum number of unread bytes; further lines are dropped, as a parent process may never read its pipe. */
const maxUnread = 1024 ** 2;

/** Whether a response is logged at `debug` only: load balancers check the health every second, and pages load their parts. */
const isRoutine = ({ method, target, client }: ObservedResponse) =>
  /^\/(?:health|console|docs)\//.test(target) || (client === 'console' && method === 'GET');

const roundDuration = (milliseconds: number) => Math.round(milliseconds * 100) / 100;

function formatNote(note: Note): string {
  switch (note.kind) {
    case 'open':
      return `open ${note.point}=${note.choice} (section ${note.section})`;
    case 'deprecated':
      return `deprecated ${note.operation} (section ${note.section})`;
    case 'violation':
      return `violation (section ${note.section})`;
    case 'scenario':
      return `scenario ${note.applied}${note.beyond ? ' (beyond)' : ''}`;
    case 'refused':
      return `refused ${note.code}`;
  }
}

function formatJson(entry: LogEntry): string {
  const { method, target, status, milliseconds, sandbox, operation, notes, body } = entry;
  const line = {
    time: new Date(),
    level: 'info',
    method,
    path: target,
    status,
    milliseconds: roundDuration(milliseconds),
    sandbox,
    operation,
    notes,
    body,
  };
  return escapeUnprintable(JSON.stringify(line));
}

function getStatusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
}

function formatPretty(entry: LogEntry, colours: boolean): string {
  const { method, target, status, milliseconds, sandbox, notes = [], body } = entry;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    // By default, styleText asks whether standard output has colours, and this is standard error.
    colours ? styleText(style, text, { validateStream: false }) : text;
  const parts = [
    paint('dim', new Date().toISOString().slice(11, 23)),
    escapeUnprintable(`${method} ${target}`),
    paint(getStatusColour(status), String(status)),
    paint('dim', `${roundDuration(milliseconds)} ms`),
    ...(sandbox === undefined ? [] : [paint('cyan', sandbox)]),
    ...notes.map((note) =>
      paint(note.kind === 'violation' ? 'yellow' : 'magenta', formatNote(note)),
    ),
  ];
  return parts.join('  ') + (body ? `\n    ${escapeUnprintable(body)}` : '');
}

/** Creates a logger: responses at `info`, their bodies at `debug`, defects at `error`. */
export function createLogger(options: LoggerOptions, stream: LogStream): Logger {
  const { logLevel, logFormat, redact } = options;
  const isLogged = (level: LogLevel) => logLevels.indexOf(level) <= logLevels.indexOf(logLevel);
  const pretty = logFormat === 'pretty' || (logFormat === 'auto' && stream.isTTY === true);
  const colours = pretty && stream.hasColors?.() === true;
  const write = (line: string) => {
    if ((stream.writableLength ?? 0) < maxUnread) {
      stream.write(`${line}\n`);
    }
  };
  const writeEntry = (entry: LogEntry) => {
    const shown = { ...entry, target: shorten(redact(entry.target), maxTarget) };
    write(pretty ? formatPretty(shown, colours) : formatJson(shown));
  };
  const writeMessage = (level: LogLevel, text: string) => {
    if (isLogged(level)) {
      const message = redact(text);
      write(pretty ? message : JSON.stringify({ time: new Date(), level, message }));
    }
  };
  return {
    onExchange({ exchange, reply }, milliseconds) {
      if (isLogged('info')) {
        const { method, status, sandbox, operation, notes } = exchange;
        const target = formatTarget(exchange);
        const body = isLogged('debug') ? shorten(redact(reply.body), maxBody) : undefined;
        writeEntry({ method, target, status, milliseconds, sandbox, operation, notes, body });
      }
    },
    onResponse(response) {
      if (isLogged(isRoutine(response) ? 'debug' : 'info')) {
        writeEntry(response);
      }
    },
    onError: (error) =>
      writeMessage(
        'error',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ),
    onEvent: (message) => writeMessage('info', message),
  };
}
