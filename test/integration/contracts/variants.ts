import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parse, stringify } from 'lossless-json';
import { onTestFinished } from 'vitest';
import { startSimulator } from '../../../src/index.js';

/** What a consumer can read of the service; a variant takes one of them away. */
export type Part =
  | `Pet.${'id' | 'name' | 'categoryId' | 'status'}`
  | `Error.${'message' | 'status' | 'body'}`
  | 'some pets'
  | 'status filter'
  | 'member order'
  | '201'
  | '400'
  | '401'
  | '404';

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** A service that differs from the simulator in one way. */
interface Variant {
  readonly name: string;
  /** What a consumer that reads it misses; nothing of what the document promises. */
  readonly lacks?: readonly Part[];
  readonly change: (sent: Sent) => Partial<Sent>;
  /** Of its requests. */
  readonly rewrite?: (target: string) => string;
}

const editJson = (edit: (fields: Fields) => Fields) => (body: string) => {
  const value = parse(body) as Fields | Fields[];
  return stringify(Array.isArray(value) ? value.map(edit) : edit(value)) as string;
};
const editPets =
  (edit: (fields: Fields) => Fields) =>
  ({ status, body }: Sent) =>
    status < 300 ? { body: editJson(edit)(body) } : {};
const editErrors =
  (edit: (fields: Fields) => Fields) =>
  ({ status, body }: Sent) =>
    status >= 400 && body !== '' ? { body: editJson(edit)(body) } : {};
const drop = (name: string) => (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
/** The body repeats the status. */
const replaceStatus = (from: number, to: number) => (sent: Sent) =>
  sent.status === from
    ? {
        status: to,
        ...(from >= 400 && { body: editJson((one) => ({ ...one, status: to }))(sent.body) }),
      }
    : {};

export const variants: readonly Variant[] = [
  { name: 'pets without id', lacks: ['Pet.id'], change: editPets(drop('id')) },
  { name: 'pets without name', lacks: ['Pet.name'], change: editPets(drop('name')) },
  {
    name: 'pets without categoryId',
    lacks: ['Pet.categoryId'],
    change: editPets(drop('categoryId')),
  },
  { name: 'pets without status', lacks: ['Pet.status'], change: editPets(drop('status')) },
  { name: 'errors without message', lacks: ['Error.message'], change: editErrors(drop('message')) },
  { name: 'errors without status', lacks: ['Error.status'], change: editErrors(drop('status')) },
  {
    name: 'errors as HTML',
    lacks: ['Error.body'],
    change: ({ status }) => (status >= 400 ? { type: 'text/html', body: '<h1>Error</h1>' } : {}),
  },
  { name: '200 for a created pet', lacks: ['201'], change: replaceStatus(201, 200) },
  { name: '422 for 400', lacks: ['400'], change: replaceStatus(400, 422) },
  { name: '403 for 401', lacks: ['401'], change: replaceStatus(401, 403) },
  { name: '410 for 404', lacks: ['404'], change: replaceStatus(404, 410) },
  {
    name: 'empty lists',
    lacks: ['some pets'],
    change: ({ status, body }) => (status === 200 && body.startsWith('[') ? { body: '[]' } : {}),
  },
  {
    name: 'no status filter',
    lacks: ['status filter'],
    change: () => ({}),
    rewrite: (target) => target.replace(/status=[a-z]+&?/, ''),
  },
  {
    name: 'members in another order',
    lacks: ['member order'],
    change: editPets((pet) => Object.fromEntries(Object.entries(pet).reverse())),
  },
  { name: 'a further field', change: editPets((pet) => ({ ...pet, tags: [] })) },
];

/** Serves a variant: the service differs, and the admin interface is the simulator's. */
export async function openVariant({ change, rewrite = (target) => target }: Variant) {
  const simulator = await startSimulator();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '' } = request;
    const isService = /^(?:\/sandboxes\/[^/]+)?\/v1\//.test(url);
    const body = await buffer(request);
    const { host, connection, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(`${simulator.origin}${isService ? rewrite(url) : url}`, {
      method,
      headers,
      ...(body.length > 0 && { body }),
    });
    const type = answer.headers.get('content-type') ?? '';
    const sent = { status: answer.status, type, body: await answer.text() };
    const { status, type: mediaType, body: text } = { ...sent, ...(isService && change(sent)) };
    const kept = [...answer.headers].filter(([name]) => /^(?:access-control-|vary$)/.test(name));
    response.writeHead(status, {
      ...Object.fromEntries(kept),
      ...(mediaType && { 'Content-Type': mediaType }),
    });
    response.end(text);
  };
  // A fault of the simulator breaks the connection.
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await simulator.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, apiKey: simulator.apiKey };
}
