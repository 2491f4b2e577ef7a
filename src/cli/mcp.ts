import { once } from 'node:events';
import { connect, createHttpSend } from '../client/connect.js';
import { defineOptions } from '../options/option.js';
import { text } from '../options/readers.js';
import { optionTable } from '../options/table.js';
import { createToolServer, loadProtocol } from '../server/admin/mcp.js';
import { type Command, readFlags } from './command.js';
import { abortOnSignals } from './signals.js';
import { finishRun, runFlags, startRun } from './simulator-run.js';

const url = {
  flag: '--url <url>',
  help: 'running simulator, instead of its own',
  ...text('the URL of a simulator'),
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

export const command: Command = {
  description: 'Serves tools for coding agents over stdio (Model Context Protocol).',
  details,
  flags,
  startFlags: { ...optionTable, ...runFlags },
  run: async (raw) => {
    // It may be missing, so it is loaded before a simulator starts.
    await loadProtocol();
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    const joined = readFlags(flags, raw, ['adminToken']);
    const run = joined.url ? undefined : await startRun(raw, { port: 4010, logLevel: 'error' });
    const { origin } = run?.simulator ?? connect(joined.url);
    const admin = run?.node.core.admin ?? createHttpSend(origin, joined.adminToken);
    // Fails at once where no simulator can be reached.
    await createToolServer(origin, admin);
    serveStdio(() => createToolServer(origin, admin));
    await Promise.race([once(abortOnSignals(), 'abort'), once(process.stdin, 'end')]);
    process.exit(run ? await finishRun(run) : 0);
  },
};
