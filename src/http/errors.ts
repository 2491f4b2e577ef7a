import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SimulatorError, writeError } from '../engine/interface/errors.js';

/** Answers with an error of the simulator and ends the connection. */
export function sendError(response: ServerResponse, error: SimulatorError): void {
  const { code, message, status } = error;
  response
    .writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
    .end(writeError(code, message, status));
}

/** The error that stands for anything thrown while a request is served. */
export function toSimulatorError(error: unknown): SimulatorError {
  return error instanceof SimulatorError
    ? error
    : new SimulatorError(
        'simulator_defect',
        `The simulator has a defect. Please report it: ${error}`,
      );
}

function describeParserError({ code }: NodeJS.ErrnoException): SimulatorError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new SimulatorError(
        'request_header_fields_too_large',
        'The headers are larger than 16 KiB. Send fewer or shorter headers.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new SimulatorError(
        'request_timeout',
        'The request took too long to arrive. Send all of it within 30 seconds.',
      );
    default:
      return new SimulatorError(
        'bad_request',
        'This is not a valid HTTP/1.1 request. Check its first line and its headers.',
      );
  }
}

/** Answers bytes that never became a request: malformed, too slow, or with oversized headers. */
export function answerBrokenRequest(
  parserError: NodeJS.ErrnoException,
  socket: Duplex,
  onResponse: (status: number) => void,
): void {
  if (!socket.writable || parserError.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { code, message, status } = describeParserError(parserError);
  onResponse(status);
  const body = writeError(code, message, status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // The client may keep its side open; nothing more is read from it.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
