import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

async function listenOnLoopback(server: Server, path: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

/** Serves HTTP as the listener says until the test ends; the address looks like that of a service. */
export async function openHttp(listener: RequestListener, path = '/v1'): Promise<string> {
  const server = createHttpServer(listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listenOnLoopback(server, path);
}

/** Does whatever is wanted with each connection; the address looks like any other. */
export async function openTcp(connected: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    connected(socket);
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  });
  return listenOnLoopback(server, '/v1');
}
