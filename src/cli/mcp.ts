import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { connect, createHttpSend } from '../client/connect.js';
import { defineOptions } from '../options/option.js';
import { readText } from '../options/readers.js';
import { optionTable } from '../options/table.js';
import { createToolServer, loadProtocol } from '../server/admin/mcp.js';
import { type Command, readFlags } from './command.js';
import { abortOnSignals } from './signals.js';
import { finishRun, runFlags, startRun } from './simulator-run.js';

const url = {
  flag: '--url <url>',
  help: 'running simulator, instead of its own',
  ...readText('the URL of a simulator'),
};
const flags = { ...defineOptions('Options', { url }), adminToken: optionTable.adminToken };

const details = `
It starts a simulator, with all options of start, and ends with its client. --url
joins a running one instead, which also has the tools at /mcp.

Exit codes: 0 ended by its client or a signal, 1 failed by --fail-on, 3 wrong usage,
or a simulator that can't be started or reached.

Example:
  animal-store mcp --url http://127.0.0.1:4010
`;

/** Time that requests have after the end of input, in milliseconds. */
const drainTimeout = 5_000;

type ToolServer = Awaited<ReturnType<typeof createToolServer>>;

/** Serves tools over stdio; the promise resolves when one of the sides has closed, and requests before that are answered. */
async function serveOverStdio(create: () => Promise<ToolServer>): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const open = new Set<unknown>();
  // The library drops open requests when its input ends.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const transport = new StdioServerTransport(input);
  serveStdio(create, { transport });
  const { onmessage, onclose, send } = transport;
  const settle = (id: unknown) => {
    open.delete(id);
    if (open.size === 0 && process.stdin.readableEnded) {
      input.end();
    }
  };
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) {
      open.add(message.id);
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      open.delete(message.params?.requestId);
    }
    onmessage?.(message);
  };
  transport.send = async (message) => {
    await send.call(transport, message);
    settle('method' in message ? undefined : message.id);
  };
  process.stdin.once('end', () => {
    // The last line is still on its way.
    setImmediate(settle);
    setTimeout(() => input.end(), drainTimeout).unref();
  });
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

export const command: Command = {
  description: 'Serves tools for coding agents over stdio (Model Context Protocol).',
  details,
  flags,
  startFlags: { ...optionTable, ...runFlags },
  run: async (raw) => {
    // The optional package may be missing, so it is loaded before a simulator starts.
    await loadProtocol();
    const joined = readFlags(flags, raw, ['adminToken']);
    const run = joined.url ? undefined : await startRun(raw, { port: 4010, logLevel: 'error' });
    const { origin } = run?.simulator ?? connect(joined.url);
    const admin = run?.node.core.admin ?? createHttpSend(origin, joined.adminToken);
    // Fails at once where no simulator can be reached.
    await createToolServer(origin, admin);
    const served = serveOverStdio(() => createToolServer(origin, admin));
    await Promise.race([once(abortOnSignals(), 'abort'), served]);
    process.exit(run ? await finishRun(run) : 0);
  },
};
