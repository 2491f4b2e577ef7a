import { readFile } from 'node:fs/promises';
import type { RequestHandler } from 'express';
import { isSafeNumber, parse } from 'lossless-json';
import * as z from 'zod/mini';
import { packageRoot, readVersion } from '../../base/package-root.js';
import { SimulatorError } from '../../document/errors.js';
import { document } from '../../document/generated/document.js';
import { defaultSandbox as sandbox, selectSandbox } from '../../engine/admit.js';
import type { AppOptions } from '../admin-router.js';
import { checkAccess } from '../guard.js';
import { getOrigin } from '../read-request.js';
import { sendText, watchClient } from '../respond.js';
import { type Admin, routeTable } from './admin.js';
import type { AdminOperation } from './paths.js';
import type { AdminRoute } from './route.js';

/** @throws {SimulatorError} when the library of the Model Context Protocol isn't installed */
export const loadProtocol = () =>
  import('@modelcontextprotocol/server').catch(() => {
    const message =
      'Tools for agents require the package @modelcontextprotocol/server, which is not installed. Run npm install --save-dev @modelcontextprotocol/server@2.';
    throw new SimulatorError('not_found', message);
  });

/** Describes what a tool takes: the parameters of its operation, and the fields of the body beside them. */
function describeInput({ input, tool }: AdminRoute) {
  const { properties, required = [] } = z.toJSONSchema(z.object(input), { io: 'input' });
  const { body = {}, ...parameters } = properties as Record<string, z.core.JSONSchema.JSONSchema>;
  const name = { type: 'string', description: 'The sandbox; its first use creates it.' };
  const fields: Record<string, object> = { sandbox: name, ...parameters, ...body.properties };
  for (const [field, value] of Object.entries({ sandbox, ...tool?.defaults })) {
    fields[field] = { ...fields[field], default: value };
  }
  return {
    type: 'object',
    description: body.description,
    properties: fields,
    required: [...required, ...(body.required ?? [])].filter((field) => field !== 'body'),
    additionalProperties: false,
  };
}

/** Creates a server of the Model Context Protocol for the simulator at an origin. */
export async function createToolServer(origin: string, admin: Admin) {
  const { McpServer, fromJsonSchema } = await loadProtocol();
  const info = await admin({ operation: 'readInfo', sandbox, parameters: {}, body: '' });
  const { apiKey = '<key>' } = JSON.parse(info);
  const template = await readFile(new URL('spec/agent-guide.md', packageRoot), 'utf8');
  const guide = template.replaceAll('{origin}', origin).replaceAll('{key}', apiKey);
  const facts = { name: 'animal-store', version: readVersion() };
  const server = new McpServer(facts, { instructions: guide });
  // The operation checks its arguments, with the messages that it has over HTTP.
  const accept = (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never;
  for (const [operation, route] of Object.entries(routeTable)) {
    const { summary, description, input, tool } = route;
    if (tool === undefined) {
      continue;
    }
    const config = {
      description: `${summary}. ${description}`,
      inputSchema: fromJsonSchema(describeInput(route) as never, { getValidator: () => accept }),
      annotations: {
        readOnlyHint: tool.effect === 'reads',
        destructiveHint: tool.effect === 'replaces',
        idempotentHint: tool.effect !== 'adds',
        openWorldHint: false,
      },
    };
    server.registerTool(tool.name, config, async (given) => {
      const { sandbox: name, ...values } = { sandbox, ...tool.defaults, ...(given as object) };
      // Without a body, an unknown argument is refused as a parameter.
      const isField = (one: string) => 'body' in input && (one === 'body' || !(one in input));
      const select = (wanted: boolean) =>
        Object.fromEntries(Object.entries(values).filter(([one]) => isField(one) === wanted));
      const text = await admin({
        operation: operation as AdminOperation,
        sandbox: selectSandbox(undefined, String(name)),
        parameters: select(false),
        body: 'body' in input ? JSON.stringify(select(true)) : '',
      });
      // Integers that a double can't hold become strings of digits.
      const parseNumber = (digits: string) => (isSafeNumber(digits) ? Number(digits) : digits);
      const structuredContent = parse(text || '{}', null, parseNumber);
      // Many clients, and all before 2025-06-18, read the text alone.
      const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
      return { content, structuredContent };
    });
  }
  const resources = [
    ['guide', 'What an agent must know', 'text/markdown', guide],
    ['interface', 'OpenAPI of the service', 'application/json', JSON.stringify(document)],
  ] as const;
  for (const [name, description, mimeType, text] of resources) {
    const uri = `animal-store://${name}`;
    const read = () => ({ contents: [{ uri, mimeType, text }] });
    server.registerResource(name, uri, { description, mimeType }, read);
  }
  return server;
}

/** Serves the tools over HTTP. There are no sessions: each request has a server of its own. */
export const serveOverHttp =
  (options: AppOptions): RequestHandler =>
  async (incoming, response) => {
    checkAccess(incoming, options);
    const { createMcpHandler, isLegacyRequest, ...protocol } = await loadProtocol();
    const signal = watchClient(response, options.stopping);
    const create = () =>
      createToolServer(getOrigin(incoming.headers, incoming.socket), (call) =>
        options.admin(call, signal),
      );
    const { method } = incoming;
    const headers = incoming.headers as Record<string, string>;
    const body = method === 'POST' ? incoming.body : undefined;
    const request = new Request('http://localhost/mcp', { method, headers, body });
    let handle = createMcpHandler(create, { maxSubscriptions: 0 }).fetch;
    if (method === 'POST' && (await isLegacyRequest(request))) {
      // The package would respond to versions before 2026 with a stream.
      const json = { enableJsonResponse: true };
      const transport = new protocol.WebStandardStreamableHTTPServerTransport(json);
      await (await create()).connect(transport);
      handle = (legacy) => transport.handleRequest(legacy);
    }
    const answer = await handle(request);
    sendText(response, answer.status, 'application/json', await answer.text());
  };
