import type { Exchange } from '../engine/message.js';
import type { ResolvedOptions } from '../options/table.js';
import { logLevels } from '../options/table.js';
import { exchangeAsJson, exchangeAsText } from './format.js';

/** Where lines go: standard error, or a test's list. */
export interface LogStream {
  readonly isTTY?: boolean;
  hasColors?(): boolean;
  write(text: string): unknown;
}

export interface Logger {
  exchanged(exchange: Exchange, milliseconds: number): void;
  failed(error: unknown): void;
  /** Writes what is still held back. */
  flush(): void;
}

/**
 * Logs each exchange at `info`, and defects at `error`. Lines are gathered and written once per turn
 * of the event loop, so that logging doesn't hold up answers.
 */
export function createLogger({ logLevel, logFormat }: ResolvedOptions, stream: LogStream): Logger {
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
  return {
    exchanged(exchange, milliseconds) {
      if (loud('info')) {
        const time = new Date();
        const asLine = pretty ? exchangeAsText : exchangeAsJson;
        write(asLine({ exchange, milliseconds, time, colours, detailed: loud('debug') }));
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
