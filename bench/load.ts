/** Load over raw sockets: an HTTP client would take more of its processor than the servers of theirs. */
import { connect, type Socket } from 'node:net';

const usualConnections = 32;

/** A request as it is sent, and the status that it must get. */
export interface LoadRequest {
  readonly bytes: Buffer;
  readonly status: number;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds that 99 of 100 responses took at most. */
  readonly p99: number;
  readonly count: number;
}

/** Finds where a response ends; undefined while it is incomplete. */
function findEnd(received: Buffer): number | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) {
    return undefined;
  }
  const headers = received.toString('latin1', 0, head);
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1];
  if (length !== undefined) {
    return head + 4 + Number(length);
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(headers)) {
    const last = received.indexOf('0\r\n\r\n', head + 2);
    return last < 0 ? undefined : last + 5;
  }
  throw new Error(`A response has no length: ${headers}`);
}

/** Sends the requests in turn over one connection, each as soon as the last response has arrived. */
function repeat(
  socket: Socket,
  next: () => LoadRequest | undefined,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let request: LoadRequest;
    let sent = 0;
    let received: Buffer | undefined;
    let end: number | undefined;
    const send = () => {
      const following = next();
      if (following === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      request = following;
      received = undefined;
      end = undefined;
      sent = performance.now();
      socket.write(request.bytes);
    };
    socket.on('data', (chunk) => {
      received = received === undefined ? chunk : Buffer.concat([received, chunk]);
      end ??= findEnd(received);
      if (end === undefined || received.length < end) {
        return;
      }
      if (received.toString('latin1', 9, 12) !== String(request.status)) {
        reject(new Error(`Expected ${request.status}; got ${received.toString('latin1', 0, 500)}`));
        socket.destroy();
        return;
      }
      times.push(performance.now() - sent);
      send();
    });
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
  });
}

function percentile99(times: readonly number[]): number {
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** Sends requests for some seconds, over 32 connections unless another number is given. */
export async function measureLoad(
  port: number,
  requests: readonly LoadRequest[],
  seconds: number,
  connections = usualConnections,
): Promise<Load> {
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let index = 0;
  const next = () => {
    index += 1;
    return performance.now() < end ? requests[index % requests.length] : undefined;
  };
  await Promise.all(
    Array.from({ length: connections }, () =>
      repeat(connect({ port, host: '127.0.0.1', noDelay: true }), next, times),
    ),
  );
  const elapsed = (performance.now() - begin) / 1000;
  return { perSecond: times.length / elapsed, p99: percentile99(times), count: times.length };
}
