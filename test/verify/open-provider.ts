import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';
import type { Answer, Call } from './providers/call.js';
import { type Provider, startProvider } from './providers/provider.js';
import { Service } from './providers/service.js';
import type { Variant } from './providers/variant.js';

/** Starts the plain provider or another service; it is closed when the test ends. */
export async function openProvider(service?: new () => Service): Promise<Provider> {
  const provider = await startProvider(service);
  onTestFinished(() => provider.close());
  return provider;
}

/** The service that differs from the plain one in this. */
export function serviceOf(variants: readonly Variant[], name: string): new () => Service {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) {
    throw new Error(`There is no variant "${name}" any more.`);
  }
  return variant.service;
}

/** A call and its answer, as the provider saw them. */
interface Recorded {
  readonly call: Call;
  readonly answer: Answer;
}

/** A service that keeps what is called. */
export function recording(base: new () => Service = Service) {
  const recorded: Recorded[] = [];
  const service = class extends base {
    override async answer(call: Call) {
      const answer = await super.answer(call);
      recorded.push({ call, answer });
      return answer;
    }
  };
  return { service, recorded };
}

async function listenOnLoopback(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Serves HTTP as the listener says; the address ends in `/v1`. */
export async function openHttp(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listenOnLoopback(server);
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
  return listenOnLoopback(server);
}
