import { styleText } from 'node:util';
import { escapeUnprintable, shorten } from '../../document/format.js';
import { formatTarget } from '../../document/message.js';
import { formatExchangeLink } from '../../engine/exchange.js';
import { type Note, writeNotes } from '../../engine/notes.js';
import type { Redact } from '../../options/redactor.js';
import { logLevels, type ResolvedOptions } from '../../options/table.js';
import type { ObservedResponse, Observer } from '../service.js';

/** Writes a line for each event; the HTTP server takes it as its observer. */
export interface Logger extends Observer {
  /** Something happened that is no response. */
  onEvent(message: string): void;
}

/** One line of the log as JSON writes it; only exchanges with the service have more than a response. */
interface LogLine extends Pick<ObservedResponse, 'method' | 'status' | 'milliseconds' | 'message'> {
  readonly time: string;
  readonly level: 'info';
  readonly path: string;
  readonly sandbox?: string | undefined;
  readonly operation?: string | undefined;
  /** To it in the console. */
  readonly link?: string | undefined;
  readonly notes?: readonly Note[] | undefined;
  /** The body of the response, at the level `debug`. */
  readonly body?: string | undefined;
}

/** Maximum length of a body in a line. */
const maxBody = 4_096;

/** Whether a response is logged at `debug` only: load balancers check the health every second, and pages load their parts. */
const isRoutine = ({ method, target, client }: ObservedResponse) =>
  /^\/(?:health|console|docs)\//.test(target) || (client === 'console' && method === 'GET');

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

function formatPretty(line: LogLine, paint: Paint): string {
  const { time, method, path, status, milliseconds, link, notes = [], message, body } = line;
  const parts = [
    paint('dim', time.slice(11, 23)),
    escapeUnprintable(`${method} ${path}`),
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
  const round = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
  const write = (line: LogLine) =>
    writeLine(isPretty ? formatPretty(line, paint) : escapeUnprintable(JSON.stringify(line)));
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
        const { request, sandbox, operation, notes, message } = entry;
        write({
          time: new Date(entry.time).toISOString(),
          level: 'info',
          method: request.method,
          path: redact(formatTarget(request)),
          status: reply.status,
          milliseconds: round(milliseconds),
          sandbox,
          operation,
          link: formatExchangeLink(entry),
          notes,
          message: message && redact(message),
          body: isLogged('debug') ? shorten(redact(reply.body), maxBody) : undefined,
        });
      }
    },
    onResponse(response) {
      if (isLogged(isRoutine(response) ? 'debug' : 'info')) {
        const { method, target, status, milliseconds, message } = response;
        write({
          time: new Date().toISOString(),
          level: 'info',
          method,
          path: redact(target),
          status,
          milliseconds: round(milliseconds),
          message: message && redact(message),
        });
      }
    },
    onError: (error) => writeMessage('error', String(error instanceof Error ? error.stack : error)),
    onEvent: (message) => writeMessage('info', message),
  };
}
