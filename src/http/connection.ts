import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pauseReading } from './reading-turns.js';
import { endSlowReply } from './slow-replies.js';

/** How long a client may take to end its side of a connection that the server ended, in milliseconds. */
const lingerTime = 2_000;

function whenClosed(response: ServerResponse, act: () => void): void {
  if (response.destroyed) {
    act();
  } else {
    response.once('close', act);
  }
}

/** A connection of a client. */
export class Connection {
  readonly socket: Socket;
  #last: ServerResponse | undefined;
  #isClosing = false;
  #sentAhead = false;
  /** Sends the response to bytes that are no request. */
  #answerBroken: (() => void) | undefined;
  #sweeps = 0;

  constructor(socket: Socket) {
    this.socket = socket;
    // Node.js calls this after a response with `Connection: close`. Its own way resets the connection
    // if the client still sends, and the client loses the response (RFC 9112, 9.6).
    socket.destroySoon = () => this.#endSoon();
    // Without a listener, a lost connection after CONNECT would end the process.
    socket.on('error', () => {});
  }

  /** Whether the client was told that no further request is served. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Whether every request is answered, and no other has begun to arrive. */
  get isIdle(): boolean {
    return this.#last === undefined ? this.socket.bytesRead === 0 : this.#last.writableFinished;
  }

  /** Whether one side has ended. */
  get isEnding(): boolean {
    return this.#isClosing || this.socket.readableEnded;
  }

  /** Whether the client waits for each response before it sends the next request. */
  get isPatient(): boolean {
    return this.#last !== undefined && !this.#sentAhead;
  }

  /** How often the connection was found ending while the server stops. */
  countSweep(): number {
    this.#sweeps += 1;
    return this.#sweeps;
  }

  /** Notes that the client sent a request before it had the responses to earlier ones. */
  noteSentAhead(): void {
    this.#sentAhead = true;
  }

  /** Takes the response to the next request. */
  add(response: ServerResponse): void {
    this.#last = response;
  }

  /** Takes the response to the next request, and has it end the connection in place of the one before. */
  addLast(response: ServerResponse): void {
    this.#setKeepAlive(true);
    this.#last = response;
    this.#setKeepAlive(false);
  }

  /** Has the last response end the connection, and waits for none that is slow on request. */
  endAfterLast(): void {
    this.#setKeepAlive(false);
    endSlowReply(this.socket);
  }

  #setKeepAlive(keepAlive: boolean): void {
    if (this.#last?.headersSent === false) {
      this.#last.shouldKeepAlive = keepAlive;
    }
  }

  /**
   * Ends the connection in place of a response to bytes that are no request, or to a request whose body
   * breaks off. Responses to earlier requests are sent before.
   */
  answerBroken(bytes: string, onAnswer: () => void): void {
    const last = this.#last;
    const answer = () => {
      if (!this.#isClosing && this.socket.writable) {
        onAnswer();
        this.close(bytes);
      }
    };
    this.#answerBroken = answer;
    if (last === undefined) {
      answer();
    } else if (last.req.complete) {
      whenClosed(last, answer);
    } else if (last.headersSent) {
      whenClosed(last, () => this.close());
    } else if (last.socket === null) {
      last.once('socket', answer);
    } else {
      answer();
    }
  }

  #endSoon(): void {
    // Also when the client has ended its side, all that it sent is answered.
    if (this.socket.readableEnded) {
      this.#answerBroken?.();
    }
    this.close();
  }

  /** Ends the connection, and drops what the client still sends. */
  close(lastBytes = ''): void {
    if (this.#isClosing) {
      return;
    }
    this.#isClosing = true;
    const { socket } = this;
    socket.end(lastBytes);
    const resume = pauseReading(socket);
    setImmediate(() => {
      resume();
      // Node.js reads again after this tick; the parser must get nothing of it.
      process.nextTick(() => {
        socket.removeAllListeners('data');
        socket.on('data', () => {});
      });
    });
    const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
    socket.once('close', () => clearTimeout(timer));
  }
}
