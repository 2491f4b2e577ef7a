import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.js';

/** How long open requests may take while the server stops, in milliseconds. */
const stopTimeout = 1_500;
/** How often connections are closed while the server stops, in milliseconds. */
const sweepInterval = 10;
/** How many sweeps a client may take to end its side of a connection. */
const maxSweeps = 20;

/** All connections of a server. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #sendTimeout: number;
  #isStopping = false;
  /** Whether no request has arrived since the last sweep. */
  #isQuiet = true;

  /** @param sendTimeout how long a client may leave a response unread, in milliseconds */
  constructor(sendTimeout: number) {
    this.#sendTimeout = sendTimeout;
  }

  get size(): number {
    return this.#connections.size;
  }

  get(socket: Socket): Connection | undefined {
    return this.#connections.get(socket);
  }

  open(socket: Socket): void {
    this.#connections.set(socket, new Connection(socket));
    socket.once('close', () => this.#connections.delete(socket));
  }

  /** Takes the response to a new request; returns nothing if it can't be sent any more. */
  receive(response: ServerResponse): Connection | undefined {
    const connection = this.#connections.get(response.req.socket);
    if (connection === undefined || connection.isClosing) {
      return undefined;
    }
    if (this.#isStopping) {
      this.#isQuiet = false;
      connection.addLast(response);
    } else {
      connection.add(response);
    }
    return connection;
  }

  /** Limits how long responses stay unread. Node.js notices when a client reads a part of one. */
  limitUnread(): void {
    for (const socket of this.#connections.keys()) {
      if (socket.writableLength > 0 && !socket.timeout) {
        socket.setTimeout(this.#sendTimeout);
      }
    }
  }

  /** Ends a connection that was idle for too long, or whose client reads nothing. */
  expire(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (socket.writableLength > 0) {
      socket.resetAndDestroy();
    } else if (connection?.isIdle) {
      connection.close();
    }
  }

  /**
   * Ends each connection with its last response, or as soon as no client sends anything: a request
   * that crosses the end of its connection would stay without a response.
   *
   * @returns a function that is called when all are closed
   */
  end(): () => void {
    this.#isStopping = true;
    for (const connection of this.#connections.values()) {
      connection.endAfterLast();
    }
    const sweep = setInterval(() => this.#sweep(), sweepInterval);
    const abort = setTimeout(() => {
      for (const socket of this.#connections.keys()) {
        socket.destroy();
      }
    }, stopTimeout);
    return () => {
      clearInterval(sweep);
      clearTimeout(abort);
    };
  }

  #sweep(): void {
    for (const connection of this.#connections.values()) {
      if (this.#isQuiet && connection.isIdle) {
        connection.close();
      }
      // A client that ended its side may have left, or may wait for the response.
      if (connection.isEnding && connection.countSweep() > maxSweeps) {
        connection.socket.destroy();
      }
    }
    this.#isQuiet = true;
  }
}
