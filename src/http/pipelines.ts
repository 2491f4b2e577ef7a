import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SimulatorError } from '../engine/interface/errors.js';
import { sendError } from './errors.js';

/** Requests that wait for the responses before theirs. */
interface Waiting {
  requests: number;
  /** Bytes of their heads. */
  bytes: number;
}

/** What may wait on one connection before nothing more is read from it. */
const maxOnConnection: Readonly<Waiting> = { requests: 32, bytes: 64 * 1024 };
/** What may wait on all connections before a connection is refused more. */
const maxOverall: Readonly<Waiting> = { requests: 10_000, bytes: 64 * 1024 ** 2 };

const exceeds = (waiting: Waiting, max: Waiting) =>
  waiting.requests > max.requests || waiting.bytes > max.bytes;

function add(waiting: Waiting, requests: number, bytes: number): void {
  waiting.requests += requests;
  waiting.bytes += bytes;
}

function measureHead({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + text.length, url.length);
}

/** The requests of one connection that wait. */
class Pipeline {
  readonly waiting: Waiting = { requests: 0, bytes: 0 };
  isRefused = false;
  readonly #socket: Socket;
  #isPaused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Node.js reads on by itself, for example when it drops the rest of a body.
    socket.on('resume', () => this.#isPaused && !socket.writableEnded && socket.pause());
  }

  /** Reads from the connection, or stops reading. */
  update(): void {
    const isFull = exceeds(this.waiting, maxOnConnection);
    if (isFull !== this.#isPaused && !this.#socket.writableEnded) {
      this.#isPaused = isFull;
      this.#socket[isFull ? 'pause' : 'resume']();
    }
  }
}

/**
 * Requests that a client sends before it has the responses to earlier ones (RFC 9112, 9.3.2). Each is
 * served once the responses before its own are sent: so it sees what they changed, and breaks none.
 */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  readonly #waiting: Waiting = { requests: 0, bytes: 0 };

  /** Serves a request without a turn yet (`response.socket` is null) when its turn comes. */
  wait(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = request;
    const pipeline = this.#pipelines.get(socket) ?? this.#open(socket);
    if (pipeline.isRefused) {
      return;
    }
    if (exceeds(this.#waiting, maxOverall)) {
      pipeline.isRefused = true;
      sendError(response, createRefusal());
      return;
    }
    const bytes = measureHead(request);
    this.#add(pipeline, 1, bytes);
    response.once('socket', () => {
      // A closed connection counts no more.
      if (!socket.destroyed) {
        this.#add(pipeline, -1, -bytes);
        process.nextTick(serve);
      }
    });
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
