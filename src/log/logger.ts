import { styleText } from 'node:util';
import type { Note } from '../engine/choices/notes.js';
import type { Exchange } from '../engine/exchange.js';
import { shorten } from '../engine/interface/format.js';
import { formatTarget, readBodyText } from '../engine/interface/message.js';
import type { OperationName } from '../engine/interface/operations.js';
import { type LogLevel, logLevels, type ResolvedOptions } from '../options/table.js';
import { LineBuffer, type LogStream } from './line-buffer.js';
import { createRedactor, escapeUnprintable } from './redaction.js';

/** One line of the log. */
interface LogEntry {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** What sent the request, such as `console`; only responses that aren't the service's have it. */
  readonly client?: string | readonly string[] | undefined;
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
/** The parts of an exchange that a line shows. */
type LoggedExchange = Pick<Exchange, 'request' | 'reply' | 'sandbox' | 'operation' | 'notes'>;

/** Writes a line for each event; the HTTP server takes it as its observer. */
export interface Logger {
  onExchange(exchange: LoggedExchange, milliseconds: number): void;
  onResponse(response: LogEntry): void;
  onError(error: unknown): void;
  /** Something happened that is no response. */
  onEvent(message: string): void;
  /** Writes the lines that are still buffered. */
  flush(): void;
}

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

/** Whether a response is logged at `debug` only: load balancers check the health every second, and pages load their parts. */
const isRoutine = ({ method, target, client }: LogEntry) =>
  /^\/(?:health|console|docs)\//.test(target) || (client === 'console' && method === 'GET');

const roundDuration = (milliseconds: number) => Math.round(milliseconds * 100) / 100;

/** The JSON of lists of notes that recur; each of these is one frozen object. */
const notesTexts = new WeakMap<readonly Note[], string>();

function formatNotesJson(notes: readonly Note[]): string {
  let text = notesTexts.get(notes);
  if (text === undefined) {
    text = JSON.stringify(notes);
    if (Object.isFrozen(notes)) {
      notesTexts.set(notes, text);
    }
  }
  return text;
}

/** Written by hand: `JSON.stringify` takes seven times as long, which shows in each response. */
function formatJson(entry: LogEntry, target: string, time: string): string {
  const { method, status, milliseconds, sandbox, operation, notes, body } = entry;
  const path = JSON.stringify(escapeUnprintable(target));
  const names =
    (sandbox === undefined ? '' : `,"sandbox":"${sandbox}"`) +
    (operation === undefined ? '' : `,"operation":"${operation}"`);
  const list = notes === undefined ? '' : `,"notes":${formatNotesJson(notes)}`;
  const end = body === undefined ? '' : `,"body":${JSON.stringify(body)}`;
  return (
    `{"time":"${time}","level":"info","method":${JSON.stringify(method)},"path":${path},` +
    `"status":${status},"milliseconds":${roundDuration(milliseconds)}${names}${list}${end}}`
  );
}

let lastTime = 0;
let lastTimeText = '';

/** The time in ISO 8601, written once per millisecond. */
function writeTime(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastTimeText = new Date(now).toISOString();
  }
  return lastTimeText;
}

function getStatusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
}

function formatPretty(entry: LogEntry, target: string, time: string, colours: boolean): string {
  const { method, status, milliseconds, sandbox, notes = [], body } = entry;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    // By default, styleText asks whether standard output has colours, and this is standard error.
    colours ? styleText(style, text, { validateStream: false }) : text;
  const parts = [
    paint('dim', time.slice(11, 23)),
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
export function createLogger(options: ResolvedOptions, stream: LogStream): Logger {
  const { logLevel, logFormat } = options;
  const redactor = createRedactor(options);
  const isLogged = (level: LogLevel) => logLevels.indexOf(level) <= logLevels.indexOf(logLevel);
  const pretty = logFormat === 'pretty' || (logFormat === 'auto' && stream.isTTY === true);
  const colours = pretty && stream.hasColors?.() === true;
  const formatMessage = (level: LogLevel, message: string) =>
    pretty ? message : JSON.stringify({ time: new Date(), level, message });
  const lines = new LineBuffer(stream, (dropped) =>
    formatMessage('error', `${dropped} lines were dropped, because the log was not read.`),
  );
  const formatBody = (text: string) =>
    text.length > maxBody ? `${redactor.body(text.slice(0, maxBody), true)}…` : redactor.body(text);
  const writeEntry = (entry: LogEntry) => {
    const target = shorten(redactor.target(entry.target), maxTarget);
    const time = writeTime();
    lines.add(
      pretty ? formatPretty(entry, target, time, colours) : formatJson(entry, target, time),
    );
  };
  const writeMessage = (level: LogLevel, message: string) => {
    if (isLogged(level)) {
      lines.add(formatMessage(level, redactor.text(message)));
    }
  };
  return {
    onExchange({ request, reply, sandbox, operation, notes }, milliseconds) {
      if (!isLogged('info')) {
        return;
      }
      const { method } = request;
      const target = formatTarget(request);
      const { status } = reply;
      const body = isLogged('debug') ? formatBody(readBodyText(reply.body)) : undefined;
      writeEntry({ method, target, status, milliseconds, sandbox, operation, notes, body });
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
    flush: lines.flush,
  };
}
