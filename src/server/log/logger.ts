import { styleText } from 'node:util';
import { realTime } from '../../base/real-time.js';
import { escapeUnprintable, shorten } from '../../base/text.js';
import { formatTarget } from '../../document/message.js';
import { formatExchangeLink, type JournalEntry } from '../../engine/exchange.js';
import { writeNotes } from '../../engine/notes.js';
import { describeIgnored } from '../../engine/preferences.js';
import type { Redact } from '../../engine/redactor.js';
import { logLevels, type ResolvedOptions } from '../../options/table.js';
import { adminPrefix } from '../admin/paths.js';
import type { ObservedResponse, Observer } from '../service.js';

/** Writes a line for each event; the HTTP server takes it as its observer. */
export interface Logger extends Observer {
  /** Something happened that is no response. */
  onEvent(message: string): void;
}

const maxBody = 4_096;

/** True if a response is logged at `debug` only: load balancers, pages and tests ask again and again. */
const isRoutine = ({ method, target, status }: ObservedResponse) =>
  /^\/(?:health|console|docs)\//.test(target) ||
  // The page asks until somebody enters the token.
  (method === 'GET' && adminPrefix.test(target) && (status < 400 || status === 401));

/** Creates a line of the log as JSON writes it; only exchanges with the service have all fields. */
function createLine(
  { method, target, status, milliseconds, message }: ObservedResponse,
  redact: Redact,
  entry?: JournalEntry,
  body?: string,
) {
  return {
    time: new Date(entry?.time ?? realTime.Date.now()).toISOString(),
    level: 'info',
    method,
    path: redact(target),
    status,
    milliseconds: Math.round(milliseconds * 100) / 100,
    sandbox: entry?.sandbox,
    operation: entry?.operation,
    /** To it in the console. */
    link: entry && formatExchangeLink(entry),
    notes: entry?.notes.map((note) =>
      note.kind === 'mismatch' ? { ...note, received: redact(note.received) } : note,
    ),
    message: message && redact(message),
    body: body && shorten(redact(body), maxBody),
  };
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

function formatPretty(line: ReturnType<typeof createLine>, paint: Paint): string {
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

/** Creates a logger: responses at `info`, their bodies at `debug`, defects at `error`. */
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
      realTime.setImmediate(flush);
    }
  };
  const write = (response: ObservedResponse, entry?: JournalEntry, body?: string) => {
    const line = createLine(response, redact, entry, body);
    writeLine(isPretty ? formatPretty(line, paint) : escapeUnprintable(JSON.stringify(line)));
  };
  const writeMessage = (level: 'error' | 'info', text: string) => {
    if (isLogged(level)) {
      const message = redact(text);
      const line = { time: new realTime.Date(), level, message };
      writeLine(isPretty ? message : JSON.stringify(line));
      flush();
    }
  };
  return {
    onExchange({ entry }) {
      if (isLogged('info')) {
        const { request, responseBodyCut, duration: milliseconds = 0 } = entry;
        const ignored = describeIgnored(request.headers.prefer);
        const message = [entry.message, ignored].filter(Boolean).join(' ') || undefined;
        const { status } = entry.reply;
        const body = entry.reply.body + (responseBodyCut ? '…' : '');
        const target = formatTarget(request);
        const response = { method: request.method, target, status, milliseconds, message };
        write(response, entry, isLogged('debug') ? body : undefined);
      }
    },
    onResponse(response) {
      if (isLogged(isRoutine(response) ? 'debug' : 'info')) {
        write(response);
      }
    },
    onError: (error) => writeMessage('error', String(error instanceof Error ? error.stack : error)),
    onEvent: (message) => writeMessage('info', message),
  };
}
