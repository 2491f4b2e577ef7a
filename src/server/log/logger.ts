import { styleText } from 'node:util';
import { escapeUnprintable, shorten } from '../../document/format.js';
import { formatTarget } from '../../document/message.js';
import { type Exchange, formatExchangeLink, readExchange } from '../../engine/exchange.js';
import { writeNotes } from '../../engine/notes.js';
import type { Redact } from '../../options/redactor.js';
import { logLevels, type ResolvedOptions } from '../../options/table.js';
import type { ObservedResponse, Observer } from '../service.js';

/** Writes a line for each event; the HTTP server takes it as its observer. */
export interface Logger extends Observer {
  /** Something happened that is no response. */
  onEvent(message: string): void;
}

/** One line of the log; only exchanges with the service have more than a response. */
type LogEntry = ObservedResponse &
  Partial<Pick<Exchange, 'time' | 'sandbox' | 'operation' | 'notes'>> & {
    /** To it in the console. */
    readonly link?: string;
    /** The body of the response, at the level `debug`. */
    readonly body?: string | undefined;
  };

/** Maximum length of a body in a line. */
const maxBody = 4_096;

/** Whether a response is logged at `debug` only: load balancers check the health every second, and pages load their parts. */
const isRoutine = ({ method, target, client }: ObservedResponse) =>
  /^\/(?:health|console|docs)\//.test(target) || (client === 'console' && method === 'GET');

function formatJson({ time, target: path, client: _client, method, ...entry }: LogEntry): string {
  const line = { time: time ?? new Date(), level: 'info', method, path, ...entry };
  return escapeUnprintable(JSON.stringify(line));
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

function formatPretty(entry: LogEntry, paint: Paint): string {
  const { method, target, status, milliseconds, link, notes = [], message, body } = entry;
  const parts = [
    paint('dim', new Date().toISOString().slice(11, 23)),
    escapeUnprintable(`${method} ${target}`),
    paint(status < 400 ? 'green' : status < 500 ? 'yellow' : 'red', String(status)),
    paint('dim', `${milliseconds} ms`),
    ...(link === undefined ? [] : [paint('cyan', link)]),
    ...notes.map((note) => paint('magenta', writeNotes([note]).replaceAll(';', ' '))),
    ...(message === undefined ? [] : [escapeUnprintable(message)]),
  ];
  return parts.join('  ') + (body ? `\n    ${escapeUnprintable(body)}` : '');
}

/**
 * Creates a logger: responses at `info`, their bodies at `debug`, defects at `error`.
 *
 * @param redact replaces keys in paths, bodies and messages
 * @param stream standard error
 */
export function createLogger(
  { logLevel, logFormat }: Pick<ResolvedOptions, 'logLevel' | 'logFormat'>,
  redact: Redact,
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
): Logger {
  const isLogged = (level: (typeof logLevels)[number]) =>
    logLevels.indexOf(level) <= logLevels.indexOf(logLevel);
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && stream.isTTY === true);
  const paint: Paint = (style, text) => styleText(style, text, { stream });
  let lines = '';
  const flush = () => {
    if (lines !== '') {
      stream.write(lines);
      lines = '';
    }
  };
  // One write for all responses of a turn: a write takes as long as a response.
  const writeLine = (line: string) => {
    const isFirst = lines === '';
    lines += `${line}\n`;
    if (isFirst) {
      setImmediate(flush);
    }
  };
  const writeEntry = (entry: LogEntry) => {
    const target = redact(entry.target);
    const milliseconds = Math.round(entry.milliseconds * 100) / 100;
    const message = entry.message && redact(entry.message);
    const shown = { ...entry, target, milliseconds, message };
    writeLine(isPretty ? formatPretty(shown, paint) : formatJson(shown));
  };
  const writeMessage = (level: 'error' | 'info', text: string) => {
    if (isLogged(level)) {
      const message = redact(text);
      const line = { time: new Date(), level, message };
      writeLine(isPretty ? message : JSON.stringify(line));
      flush();
    }
  };
  return {
    onExchange({ entry, reply }, milliseconds) {
      if (isLogged('info')) {
        const exchange = readExchange(entry);
        const { time, method, status, sandbox, operation, notes, message } = exchange;
        const target = formatTarget(exchange);
        const body = isLogged('debug') ? shorten(redact(reply.body), maxBody) : undefined;
        const line = { time, method, target, status, milliseconds, sandbox, operation };
        writeEntry({ ...line, link: formatExchangeLink(entry), notes, message, body });
      }
    },
    onResponse(response) {
      if (isLogged(isRoutine(response) ? 'debug' : 'info')) {
        writeEntry(response);
      }
    },
    onError: (error) => writeMessage('error', String(error instanceof Error ? error.stack : error)),
    onEvent: (message) => writeMessage('info', message),
  };
}
