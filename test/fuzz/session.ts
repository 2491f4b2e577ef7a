import { connect } from 'node:net';
import { type Answer, readAnswer } from './answers.js';

/** A request of a session, and what may follow it. */
export interface FuzzRequest {
  /** Every character is one byte. */
  readonly bytes: string;
  readonly method: string;
  /** The one status that it may have, if there is only one. */
  readonly status?: number | undefined;
  /** The sandbox that it selects, if it is sure to select one. */
  readonly sandbox?: string | undefined;
  /** Whether it might store a pet. */
  readonly mayCreate: boolean;
}

/** The last request of a connection, after which the connection ends. */
export interface LastRequest extends FuzzRequest {
  /**
   * `broken` is answered with one of the statuses and closed, `loose` may be anything, and `stream` goes on
   * until the client leaves.
   */
  readonly kind: 'broken' | 'loose' | 'stream';
  readonly statuses?: readonly number[];
}

/** One connection of a client. */
export interface Session {
  readonly requests: readonly FuzzRequest[];
  readonly last: LastRequest | undefined;
  /** Where the bytes are cut into pieces, as parts of the whole from 0 to 1. */
  readonly cuts: readonly number[];
  /** Whether the client reads all responses, half-closes first, or leaves after the first piece. */
  readonly end: 'reads' | 'half-closes' | 'leaves';
}

export interface Outcome {
  readonly answers: readonly Answer[];
  /** What came after the last whole response. */
  readonly rest: string;
  readonly closed: boolean;
}

/** How long a connection may take; nothing is expected to take so long, even on a busy machine. */
const timeout = 30_000;

function split(bytes: string, cuts: readonly number[]): string[] {
  const places = [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length];
  places.sort((one, other) => one - other);
  return places.map((place, index) => bytes.slice(places[index - 1] ?? 0, place));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Plays a session on a connection of its own. */
export function play(port: number, { requests, last, cuts, end }: Session): Promise<Outcome> {
  const all = last === undefined ? requests : [...requests, last];
  const pieces = split(all.map(({ bytes }) => bytes).join(''), cuts);
  const endsByServer = last !== undefined && last.kind !== 'stream';
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const answers: Answer[] = [];
    let text = '';
    let at = 0;
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers, rest: text.slice(at), closed });
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`A session hangs after ${answers.length} of ${all.length} responses.`));
    }, timeout);
    const read = () => {
      for (;;) {
        const method = all[answers.length]?.method ?? 'GET';
        const found = readAnswer(text, at, method);
        if (found === undefined) {
          return;
        }
        answers.push(found.answer);
        at = found.end;
      }
    };
    const isStreaming = () =>
      answers.length === requests.length &&
      last?.kind === 'stream' &&
      /HTTP\/1.1 [2-5].*\r\n\r\n/s.test(text.slice(at));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
      try {
        read();
      } catch (error) {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      }
      if ((!endsByServer && answers.length === all.length) || isStreaming()) {
        finish(false);
      }
    });
    // A reset shows as missing responses.
    socket.on('error', () => {});
    socket.on('end', () => finish(true)).on('close', () => finish(true));
    const write = async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        await turn();
        if (end === 'leaves') {
          finish(false);
          return;
        }
      }
      if (end === 'half-closes' || last?.kind === 'loose') {
        socket.end();
      }
    };
    socket.on('connect', write);
  });
}
