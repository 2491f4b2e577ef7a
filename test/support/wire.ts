import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { onTestFinished } from 'vitest';

export const key = 'Authorization: Bearer test-key';
export const json = 'Content-Type: application/json';
export const close = 'Connection: close';

/** A request as bytes: `GET /v1/pets`, header lines as they are to be sent, and a body. */
export function request(target: string, headers: readonly string[], body = ''): string {
  return `${[`${target} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;
}

interface WireOptions {
  /** Whether the client keeps its side open when the server ends. */
  readonly stays?: boolean;
  /** The certificate to trust: the connection uses TLS. */
  readonly ca?: string;
}

/** Opens a connection on which any bytes can be sent. */
export function openWire(port: number, { stays = false, ca }: WireOptions = {}) {
  let text = '';
  let brokenBy: string | undefined;
  const options = { port, host: '127.0.0.1', allowHalfOpen: stays };
  const socket = ca === undefined ? connect(options) : connectTls({ ...options, ca });
  // Latin-1 is one character a byte, so that lengths are right.
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    brokenBy = error.code;
  });
  onTestFinished(() => {
    socket.destroy();
  });
  return {
    write: (bytes: string | Uint8Array) => socket.write(bytes),
    /** Ends its own side only. */
    end: (bytes = '') => socket.end(bytes),
    destroy: () => socket.destroy(),
    /** Waits until this has come. */
    waitFor: (expected: string) =>
      new Promise<void>((resolve) => {
        const look = () => text.includes(expected) && resolve();
        socket.on('data', look);
        look();
      }),
    /** Everything received until the connection was closed, and how it broke if it did. */
    closed: new Promise<{ text: string; brokenBy: string | undefined }>((resolve) => {
      socket.on('close', () => resolve({ text, brokenBy }));
    }),
  };
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Splits the bytes of a connection into its responses. */
export function readAnswers(text: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) {
      throw new Error(`No answer: ${JSON.stringify(rest)}`);
    }
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const fields = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    });
    const headers = new Headers(fields);
    const from = end + 4;
    // Only Node.js itself answers in chunks, and closes then.
    const open = headers.has('transfer-encoding') ? rest.length : from;
    const to = headers.has('content-length') ? from + Number(headers.get('content-length')) : open;
    const body = Buffer.from(rest.slice(from, to), 'latin1').toString('utf8');
    answers.push({ status: Number(first.split(' ')[1]), headers, body });
    rest = rest.slice(to);
  }
  return answers;
}

/** Sends bytes on a connection of its own, and reads the answers until the server closes it. */
export async function ask(port: number, bytes: string | Uint8Array): Promise<WireAnswer[]> {
  const wire = openWire(port);
  wire.write(bytes);
  return readAnswers((await wire.closed).text);
}

/** The same, for exactly one answer. */
export async function askOnce(port: number, bytes: string | Uint8Array): Promise<WireAnswer> {
  const answers = await ask(port, bytes);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) {
    throw new Error(`Expected one response; got ${answers.length}.`);
  }
  return answer;
}
