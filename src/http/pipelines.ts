import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SimulatorError } from '../engine/interface/errors.js';
import { sendError } from './errors.js';
import { resetConnection } from './handshakes.js';
import { stopReading } from './reading-turns.js';

/** Requests that wait for the responses before theirs. */
interface Waiting {
  requests: number;
  /** Bytes of their heads. */
  bytes: number;
}

/** What may wait on one connection before nothing more is read from it. */
const maxOnConnection: Readonly<Waiting> = { requests: 32, bytes: 64 * 1024 };
/** What may wait on all connections before a connection is refused more, and before it is reset. */
const maxOverall: Readonly<Waiting> = { requests: 10_000, bytes: 64 * 1024 ** 2 };
const maxRefused: Readonly<Waiting> = { requests: 20_000, bytes: 128 * 1024 ** 2 };
/** Maximum number of waiting requests that are served in one turn of the event loop. */
const maxInTurn = 32;

const exceeds = (waiting: Waiting, max: Waiting) =>
  waiting.requests > max.requests || waiting.bytes > max.bytes;

function add(waiting: Waiting, requests: number, bytes: number): void {
  waiting.requests += requests;
  waiting.bytes += bytes;
}

function measureHead({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + text.length, url.length);
}

/** Above 32 headers, names and values, Node.js sends responses while it parses the bytes that follow. */
const maxHeaderTexts = 64;

/**
 * Whether a request must wait: for the response before its own, or for the next turn of the event loop if it
 * has so many headers that Node.js would serve a hundred such requests in one turn.
 */
export function mustWait({ rawHeaders }: IncomingMessage, { socket }: ServerResponse): boolean {
  return socket === null || rawHeaders.length > maxHeaderTexts;
}

/** The requests of one connection that wait. */
class Pipeline {
  readonly waiting: Waiting = { requests: 0, bytes: 0 };
  isRefused = false;
  readonly #socket: Socket;
  #isPaused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('resume', () => this.#isPaused && !socket.writableEnded && stopReading(socket));
  }

  /** Reads from the connection, or stops reading. */
  update(): void {
    const isFull = this.isRefused || exceeds(this.waiting, maxOnConnection);
    if (isFull !== this.#isPaused && !this.#socket.writableEnded) {
      this.#isPaused = isFull;
      if (isFull) {
        stopReading(this.#socket);
      } else {
        this.#socket.resume();
      }
    }
  }
}

/**
 * Requests that a client sends before it has the responses to earlier ones (RFC 9112, 9.3.2). Each is
 * served after the responses before its own, so it sees their changes and cannot replace them.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  readonly #waiting: Waiting = { requests: 0, bytes: 0 };
  readonly #ready: (() => void)[] = [];
  #turn: NodeJS.Immediate | undefined;

  /** Serves a request that must wait, when its turn comes. */
  wait(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    if (response.socket !== null) {
      this.#serveSoon(serve);
      return;
    }
    const { socket } = request;
    const pipeline = this.#pipelines.get(socket) ?? this.#open(socket);
    const bytes = measureHead(request);
    this.#add(pipeline, 1, bytes);
    if (exceeds(this.#waiting, maxRefused)) {
      // Refused requests hold memory too, until the client reads the responses before their own.
      resetConnection(socket);
    } else if (!pipeline.isRefused && exceeds(this.#waiting, maxOverall)) {
      pipeline.isRefused = true;
      sendError(response, createRefusal());
    } else if (!pipeline.isRefused) {
      response.once('socket', () => {
        // A closed connection counts no more.
        if (!socket.destroyed) {
          this.#add(pipeline, -1, -bytes);
          this.#serveSoon(serve);
        }
      });
    }
  }

  #serveSoon(serve: () => void): void {
    this.#ready.push(serve);
    this.#turn ??= setImmediate(() => this.#serveReady());
  }

  /** Serves one request of each connection at most: the next one is ready when its response is sent. */
  #serveReady(): void {
    this.#turn = undefined;
    const ready = this.#ready.splice(0, maxInTurn);
    if (this.#ready.length > 0) {
      this.#turn = setImmediate(() => this.#serveReady());
    }
    for (const serve of ready) {
      serve();
    }
  }

  #open(socket: Socket): Pipeline {
    const pipeline = new Pipeline(socket);
    this.#pipelines.set(socket, pipeline);
    socket.once('close', () => {
      this.#add(pipeline, -pipeline.waiting.requests, -pipeline.waiting.bytes);
    });
    return pipeline;
  }

  #add(pipeline: Pipeline, requests: number, bytes: number): void {
    add(pipeline.waiting, requests, bytes);
    add(this.#waiting, requests, bytes);
    // Not now: Node.js reads on when it has parsed what it holds.
    process.nextTick(() => pipeline.update());
  }
}

function createRefusal(): SimulatorError {
  return new SimulatorError(
    'simulator_overloaded',
    `More than ${maxOverall.requests} pipelined requests wait for the responses before theirs. ` +
      'Read responses before you send more requests.',
  );
}
