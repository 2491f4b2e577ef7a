import type { Socket } from 'node:net';

/** What waits on a connection whose request is still being read. */
const waiting = new WeakMap<Socket, (() => void)[]>();

/**
 * Serves the requests of one connection in the order in which they came, although Node.js hands out
 * a request before the body of the one before it is there (RFC 9112, 9.3.2).
 *
 * @param serve calls `done` once the next request may be looked at
 */
export function inTurn(socket: Socket, serve: (done: () => void) => void): void {
  const queue = waiting.get(socket);
  if (queue !== undefined) {
    queue.push(() => inTurn(socket, serve));
    return;
  }
  let over = false;
  serve(() => {
    over = true;
    const next = waiting.get(socket) ?? [];
    waiting.delete(socket);
    for (const serveNext of next) {
      serveNext();
    }
  });
  if (!over) {
    waiting.set(socket, []);
  }
}
