import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer that sends each request to any of several servers. */
export interface Balancer {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Passes a request on as it is, and its response; a connection that breaks on one side breaks on both. */
function pass(client: IncomingMessage, response: ServerResponse, port: number, agent: Agent): void {
  const { method = 'GET', url = '/', rawHeaders } = client;
  const sent = request({ agent, host: '127.0.0.1', port, method, path: url, headers: rawHeaders });
  sent.on('error', () => client.socket.destroy());
  sent.on('response', (answer) => {
    const { statusCode = 0, statusMessage, rawHeaders } = answer;
    response.writeHead(statusCode, statusMessage, rawHeaders);
    response.flushHeaders();
    answer.on('close', () => answer.complete || client.socket.destroy());
    answer.pipe(response);
  });
  response.on('close', () => sent.destroy());
  client.pipe(sent);
}

/** @param pick a number from 0 to below 1: which server gets the next request */
export async function openBalancer(
  ports: readonly number[],
  pick: () => number,
): Promise<Balancer> {
  // A connection for each request: the server could close one that is kept just when it is used again.
  const agent = new Agent({ keepAlive: false });
  const server = createServer({ keepAliveTimeout: 0 }, (client, response) => {
    pass(client, response, ports[Math.floor(pick() * ports.length)] as number, agent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
