import { connect } from 'node:net';
import { type Answer, readAnswer } from '../fuzz/answers.js';

/** A request that a client sends. */
export interface LoadRequest {
  readonly bytes: string;
  readonly method: string;
  readonly status: number;
  /** Whether it stores a pet. */
  readonly creates: boolean;
}

/** What all clients have seen. */
export interface Tally {
  answered: number;
  /** Descriptions of answers that were not expected. */
  readonly unexpected: string[];
  /** `sandbox id` of every pet whose creation was acknowledged. */
  readonly created: string[];
  /** Creations without an answer: nobody knows whether they were done. */
  unknown: number;
  /** Requests of clients that stayed whose connection was reset before the answer. */
  reset: number;
}

interface Load {
  readonly port: number;
  readonly tally: Tally;
  /** The next request, and whether its client leaves at once; nothing when there are no more. */
  next(): { readonly request: LoadRequest; readonly leaves: boolean } | undefined;
  /** Called with each answer; the client sends its next request when it resolves. */
  onAnswer(): Promise<void> | undefined;
}

function record(tally: Tally, { method, status, creates }: LoadRequest, answer: Answer): void {
  tally.answered += 1;
  if (answer.status !== status) {
    tally.unexpected.push(`${method}: ${answer.status} instead of ${status}: ${answer.body}`);
  } else if (creates) {
    const sandbox = answer.headers.get('simulator-sandbox') ?? 'default';
    tally.created.push(`${sandbox} ${/"id":(-?\d+)/.exec(answer.body)?.[1]}`);
  }
}

/** A client that keeps one connection busy until it leaves, or the server closes it. */
export function runClient({ port, tally, next, onAnswer }: Load): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let waiting: LoadRequest | undefined;
    let text = '';
    const send = () => {
      const { request, leaves } = next() ?? {};
      if (request === undefined) {
        socket.end();
        return;
      }
      socket.write(request.bytes, 'latin1');
      if (leaves) {
        tally.unknown += request.creates ? 1 : 0;
        setImmediate(() => socket.destroy());
      } else {
        waiting = request;
      }
    };
    const read = (chunk: string) => {
      text += chunk;
      // A response ends so: reading one of many pieces again with each piece would take long.
      const found = /[}\]\n]$/.test(chunk) && waiting && readAnswer(text, 0, waiting.method);
      if (!found || waiting === undefined) {
        return;
      }
      record(tally, waiting, found.answer);
      text = text.slice(found.end);
      waiting = undefined;
      const isClosing = found.answer.headers.get('connection') === 'close';
      const pause = onAnswer();
      if (pause !== undefined) {
        pause.then(send);
      } else if (!isClosing) {
        send();
      }
    };
    socket.setEncoding('latin1');
    socket.on('connect', send).on('data', read);
    socket.on('error', () => {});
    socket.on('close', (isReset) => {
      if (waiting !== undefined) {
        // A request may also cross the end of its connection (RFC 9112, 9.5), when a busy client is late.
        tally.reset += isReset ? 1 : 0;
        tally.unknown += waiting.creates ? 1 : 0;
      }
      resolve();
    });
  });
}
