import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerErrorName, serverErrorBody, serverErrors } from './error-body.js';
import type { Observer } from './observer.js';

const messages: Partial<Record<ServerErrorName, string>> = {
  malformed: 'This is not an HTTP/1.1 request that can be read. Check its first line and headers.',
  headersTooLarge: 'The headers are larger than 16 KiB. Send fewer or shorter ones.',
  timeout: 'The request took too long to arrive. Send it whole.',
};

function nameOf(error: NodeJS.ErrnoException): ServerErrorName {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headersTooLarge';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'timeout';
    default:
      return 'malformed';
  }
}

/** Answers what never became a request: broken, too slow, or with headers that are too large. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  observer: Observer,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const name = nameOf(error);
  const { status } = serverErrors[name];
  observer.answered({ method: '-', target: '-', status, milliseconds: 0 });
  const body = serverErrorBody(name, messages[name] ?? '');
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // The client may keep its side open: nothing more is expected of it.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
