import { targetOf } from '../engine/message.js';
import type { Observer } from '../http/observer.js';
import type { ResolvedOptions } from '../options/table.js';
import { logLevels } from '../options/table.js';
import { redactorOf } from '../redaction.js';
import { asJson, asText, type LogEntry } from './format.js';

/** Where lines go: standard error, or a test's list. */
export interface LogStream {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
  write(text: string): unknown;
}

/** An observer that writes lines. */
export interface Logger extends Observer {
  /** Writes what is still held back. */
  flush(): void;
}

/**
 * Logs each answer at `info`, and defects at `error`. Lines are gathered and written once per turn
 * of the event loop, so that logging doesn't hold up answers.
 */
export function createLogger(options: ResolvedOptions, stream: LogStream): Logger {
  const { logLevel, logFormat } = options;
  const redactor = redactorOf(options);
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
    exchanged({ request, reply, sandbox, operation, notes }, milliseconds) {
      if (!loud('info')) {
        return;
      }
      const { method } = request;
      const target = targetOf(request);
      const { status } = reply;
      const body = loud('debug') ? redactor.text(reply.body) : undefined;
      entry({ method, target, status, milliseconds, sandbox, operation, notes, body });
    },
    answered(answer) {
      if (loud('info')) {
        entry(answer);
      }
    },
    failed(error) {
      if (loud('error')) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        write(pretty ? message : JSON.stringify({ time: new Date(), level: 'error', message }));
      }
    },
    flush,
  };
}
