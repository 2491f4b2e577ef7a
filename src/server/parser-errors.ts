import { STATUS_CODES } from 'node:http';
import { createBadRequest, SimulatorError, writeError } from '../document/errors.js';

export function createExpectationRefusal(): SimulatorError {
  return new SimulatorError(
    'expectation_failed',
    'Expect must be 100-continue (RFC 9110, 10.1.1). Send that, or remove the header.',
  );
}

export function createConnectRefusal(): SimulatorError {
  return new SimulatorError(
    'not_implemented',
    'This is no proxy, so it has no CONNECT (RFC 9110, 9.3.6). Send the request to the simulator itself.',
  );
}

export function createHostRefusal(): SimulatorError {
  return createBadRequest('The header Host is required (RFC 9112, 3.2). Send it.');
}

/** The error for bytes that the parser of Node.js refuses; nothing when the connection is lost. */
export function describeParserError({ code = '', message }: NodeJS.ErrnoException) {
  // The same code stands for a malformed version.
  if (message === 'Parse Error: Invalid HTTP version') {
    return new SimulatorError(
      'http_version_not_supported',
      'The version must be HTTP/1.1 or HTTP/1.0. Check the first line of the request.',
    );
  }
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new SimulatorError(
        'request_header_fields_too_large',
        'The headers are larger than 16 KiB. Send fewer or shorter headers.',
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new SimulatorError(
        'payload_too_large',
        'The chunk extensions are larger than 16 KiB. Send chunks without extensions.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new SimulatorError(
        'request_timeout',
        'The request took too long to arrive. Send its head within 1 minute, and all of it within 5.',
      );
    default:
      return code.startsWith('HPE_')
        ? createBadRequest(
            'This is not a valid HTTP/1.1 request. Check its first line and its headers.',
          )
        : undefined;
  }
}

/** Writes the response to bytes that never became a request: malformed, too slow, or too large. */
export function writeRawError({ code, message, status }: SimulatorError): string {
  const body = writeError(code, message, status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
