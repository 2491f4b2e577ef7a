import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** One request as the stand-in got it. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** What is posted to publish contracts. */
interface Publication {
  readonly pacticipantName: string;
  readonly pacticipantVersionNumber: string;
  readonly branch?: string;
  readonly contracts: readonly {
    readonly consumerName: string;
    readonly providerName: string;
    /** In base64. */
    readonly content: string;
  }[];
}

type Answer = (request: Received, response: ServerResponse) => void;

export interface StandIn {
  readonly url: string;
  readonly received: readonly Received[];
  /** The publications, one for each consumer, sorted: whatever their order was. */
  publications(): readonly Publication[];
}

const publishPath = '/contracts/publish';

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/hal+json' });
  response.end(JSON.stringify(value));
}

/** A broker that takes everything. */
const takesAll: Answer = ({ method, body }, response) => {
  const origin = `http://${response.req.headers.host}`;
  if (method === 'GET') {
    send(response, 200, { _links: { 'pb:publish-contracts': { href: origin + publishPath } } });
    return;
  }
  const { pacticipantName: name, pacticipantVersionNumber: number } = JSON.parse(
    body,
  ) as Publication;
  const link = { title: 'Version', name: number, href: origin };
  const _links = { self: link };
  send(response, 200, {
    logs: [],
    notices: [{ type: 'success', text: `Stored as version ${number}.` }],
    _embedded: { pacticipant: { name, _links }, version: { number, _links } },
    _links: {
      'pb:pacticipant': link,
      'pb:pacticipant-version': link,
      'pb:pacticipant-version-tags': [],
      'pb:contracts': [link],
    },
  });
};

/** Answers that a broker may give instead. */
export const answers = {
  takesAll,
  unauthorized: (_request, response) => send(response, 401, { error: 'no such token' }),
  /** Shows itself to everybody, and lets only some publish. */
  readOnly: (request, response) =>
    request.method === 'GET'
      ? takesAll(request, response)
      : send(response, 403, { error: `not with ${request.authorization}` }),
  otherContent: (request, response) =>
    request.method === 'GET'
      ? takesAll(request, response)
      : send(response, 409, {
          notices: [{ type: 'error', text: 'That version has other contracts.' }],
          errors: { contracts: ['That version has other contracts.'] },
        }),
  broken: (_request, response) => send(response, 500, { error: 'out of order' }),
  aPage: (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'),
  nothing: () => {},
} as const satisfies Readonly<Record<string, Answer>>;

/** Starts a server with the routes of a Pact Broker that publishing uses; it ends with the test. */
export async function startStandIn(answer: Answer = takesAll): Promise<StandIn> {
  const received: Received[] = [];
  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const { authorization } = headers;
    received.push({ method, path, authorization, body: await text(request) });
    answer(received.at(-1) as Received, response);
  };
  const server = createServer((request, response) => void exchange(request, response));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    publications: () =>
      received
        .filter(({ path }) => path === publishPath)
        .map(({ body }) => JSON.parse(body) as Publication)
        .sort((one, other) => one.pacticipantName.localeCompare(other.pacticipantName)),
  };
}
