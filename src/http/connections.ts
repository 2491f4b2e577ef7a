import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.js';
import { Handshakes, resetConnection } from './handshakes.js';

/** How long open requests may take while the server stops, in milliseconds. */
const stopTimeout = 1_500;
/** How often connections are closed while the server stops, in milliseconds. */
const sweepInterval = 10;
/** Maximum number of sweeps that a client may take to end its side of a connection. */
const maxSweeps = 60;
/**
 * For how many sweeps no request may arrive until clients count as idle: on a busy machine, many of them
 * take longer to send their next one.
 */
const countQuietSweeps = (connections: number) => Math.min(60, Math.ceil(connections / 4));

/** All connections of a server. */
export class Connections {
  /** TCP connections whose TLS handshake is not complete. */
  readonly #handshakes = new Handshakes();
  readonly #connections = new Map<Socket, Connection>();
  readonly #sendTimeout: number;
  #accepted = 0;
  #isStopping = false;
  /** For how many sweeps no request must arrive before idle connections end. */
  #quietSweeps = 0;
  #sweepsUntilQuiet = 0;

  /** @param sendTimeout how long a client may leave a response unread, in milliseconds */
  constructor(sendTimeout: number) {
    this.#sendTimeout = sendTimeout;
  }

  get size(): number {
    return this.#connections.size + this.#handshakes.size;
  }

  /** How many connections were accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  list(): Iterable<Connection> {
    return this.#connections.values();
  }

  get(socket: Socket): Connection | undefined {
    return this.#connections.get(socket);
  }

  /** Whether each connection ends with its next response. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Takes a TCP connection on which a TLS handshake begins. */
  beginHandshake(socket: Socket): void {
    this.#accepted += 1;
    this.#handshakes.begin(socket);
  }

  /** Answers a client that used no TLS, and ends its connection. */
  answerWithoutTls(socket: Socket, bytes: string): void {
    this.#handshakes.find(socket)?.end(bytes);
  }

  open(socket: Socket): void {
    this.#handshakes.complete(socket);
    this.#accepted += 1;
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
      this.#sweepsUntilQuiet = this.#quietSweeps;
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
      resetConnection(socket);
    } else if (connection?.isIdle) {
      connection.close();
    }
  }

  /** Has each connection end with its next response, and accepts others. */
  endAfterNext(): void {
    this.#isStopping = true;
  }

  /**
   * Ends each connection with its last response, or as soon as no client sends anything: a request
   * that crosses the end of its connection would stay without a response.
   *
   * @returns a function that is called when all are closed
   */
  end(): () => void {
    this.#quietSweeps = countQuietSweeps(this.#connections.size);
    this.#sweepsUntilQuiet = this.#quietSweeps;
    for (const connection of this.#connections.values()) {
      connection.endAfterLast();
    }
    const sweep = setInterval(() => this.#sweep(), sweepInterval);
    const abort = setTimeout(() => {
      this.#handshakes.destroyAll();
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
    this.#sweepsUntilQuiet -= 1;
    if (this.#sweepsUntilQuiet <= 0) {
      this.#handshakes.destroyIdle();
    }
    for (const connection of this.#connections.values()) {
      if (this.#sweepsUntilQuiet <= 0 && connection.isIdle) {
        connection.close();
      }
      // A client that ended its side may have left, or may wait for the response.
      if (connection.isEnding && connection.countSweep() > maxSweeps) {
        connection.socket.destroy();
      }
    }
  }
}
