import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callOf } from './call.js';
import { Service } from './service.js';

export interface Provider {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** Set where the provider knows its categories: one that it accepts. */
  readonly categoryId: string | undefined;
  /** Ends every connection, answered or not. */
  close(): Promise<void>;
}

async function exchange(service: Service, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url: target = '', headers } = request;
  const call = callOf({ method, target, headers, body: await buffer(request) }, service.base);
  const answer = await service.answer(call);
  // The client may have hung up meanwhile.
  if (!response.destroyed) service.send(response, answer, call);
}

/** Starts the plain provider, or another service, with its own few pets. */
export async function startProvider(create: new () => Service = Service): Promise<Provider> {
  const service = new create();
  service.open();
  const server = createServer((request, response) => {
    exchange(service, request, response).catch(() => request.destroy());
  });
  server.listen(0, service.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${service.host}:${port}${service.base}`,
    apiKey: service.apiKey,
    categoryId: service.categoryId?.toString(),
    close: () =>
      new Promise((resolve) => {
        service.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
