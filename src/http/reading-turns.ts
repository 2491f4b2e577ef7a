import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of parts that are parsed in a turn of the event loop before reading stops: a few
 * milliseconds of work. A part is a request that must wait, or a chunk of a body.
 */
const maxParts = 500;

/**
 * Stops reading from a socket. Node.js resumes sockets by itself, for example when it drops the rest of a
 * body: call it again at the event `resume`.
 */
export function stopReading(socket: Socket): void {
  if (socket.isPaused()) {
    // A socket that was resumed and paused in the same turn may still be read. The event stops that.
    socket.emit('pause');
  } else {
    socket.pause();
  }
}

function stopAgain(this: Socket): void {
  stopReading(this);
}

/** Stops reading from a socket until the returned function is called. */
export function pauseReading(socket: Socket): () => void {
  socket.on('resume', stopAgain);
  stopReading(socket);
  return () => {
    socket.off('resume', stopAgain).resume();
  };
}

function resumeAll(paused: (() => void)[]): void {
  for (const resume of paused.splice(0)) {
    resume();
  }
}

/** A connection that can be read later. */
interface Readable {
  readonly socket: Socket;
  /** Whether its client waits for each response; such connections are read first. */
  readonly isPatient: boolean;
}

/**
 * Spreads the parsing of requests over turns of the event loop. In one turn, Node.js reads 64 KiB from each
 * connection, which may be thousands of pipelined requests: a hundred such clients would block all others
 * for seconds.
 */
export class ReadingTurns {
  readonly #listConnections: () => Iterable<Readable>;
  #parts = 0;
  /** Functions that resume connections: of patient clients, and of all others. */
  readonly #resume = { patient: [] as (() => void)[], others: [] as (() => void)[] };

  constructor(listConnections: () => Iterable<Readable>) {
    this.#listConnections = listConnections;
  }

  /** Counts the chunks of a chunked body; each may have a single byte. */
  countChunks(request: IncomingMessage): void {
    if (request.headers['transfer-encoding'] !== undefined) {
      const push = request.push.bind(request);
      request.push = (chunk, encoding) => {
        this.count();
        return push(chunk, encoding);
      };
    }
  }

  /** Counts a part that was parsed. */
  count(): void {
    this.#parts += 1;
    if (this.#parts === 1) {
      setImmediate(() => this.#begin());
    } else if (this.#parts === maxParts) {
      // Not now: Node.js resumes the connection that it is parsing.
      process.nextTick(() => this.#pauseAll());
    }
  }

  #pauseAll(): void {
    for (const { socket, isPatient } of this.#listConnections()) {
      if (!socket.isPaused()) {
        this.#resume[isPatient ? 'patient' : 'others'].push(pauseReading(socket));
      }
    }
  }

  #begin(): void {
    this.#parts = 0;
    const { patient, others } = this.#resume;
    resumeAll(patient);
    if (others.length > 0) {
      // One turn later, so that patient clients are served between any two others.
      setImmediate(() => resumeAll(others));
    }
  }
}
