import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { command } from './command.js';

/** The versions of the protocol: the one before 2026, or the newest. */
type Mode = 'legacy' | 'auto';

async function connectClient(transport: Parameters<Client['connect']>[0], mode: Mode) {
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** The headers of a call without a client. */
export const callHeaders = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
};

/** Connects an agent to the tools of a running simulator. */
export const connectHttp = (origin: string, mode: Mode = 'auto') =>
  connectClient(new StreamableHTTPClientTransport(new URL('/mcp', origin)), mode);

/** Starts `animal-store mcp` as clients before 2026 do. */
export function connectStdio(...flags: readonly string[]) {
  const args = [command, 'mcp', ...flags];
  const program = { command: process.execPath, args, stderr: 'ignore' } as const;
  return connectClient(new StdioClientTransport(program), 'legacy');
}

/** Calls a tool; a refusal is its message. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<unknown> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (isError) {
    return text;
  }
  // Clients read one of the two.
  expect(JSON.parse(text)).toEqual(structuredContent);
  return structuredContent;
}

/** The base URL that the server tells its agents. */
export const readOrigin = (client: Client) =>
  /Base URL: (\S+)\/v1/.exec(client.getInstructions() ?? '')?.[1] as string;
