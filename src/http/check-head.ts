import type { IncomingMessage } from 'node:http';
import { createBadRequest, SimulatorError } from '../engine/interface/errors.js';

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') {
      count += 1;
    }
  }
  return count;
}

/** Whether a text is a host with an optional port (RFC 9110, 7.2); it may be empty. */
export function isHost(text: string): boolean {
  return text === '' || (!/[\s/?#@\\]/.test(text) && URL.canParse(`http://${text}`));
}

/** The origin that a client calls: `http://127.0.0.1:4010`. */
export function getOrigin({ headers, socket }: IncomingMessage): string {
  return `${'encrypted' in socket ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;
}

/** The host that was valid last: nearly always that of the next request too. */
let validHost = '';

function findHostError({ headers, httpVersion, rawHeaders }: IncomingMessage) {
  const { host } = headers;
  if (host === undefined) {
    return httpVersion === '1.1'
      ? createBadRequest('The header Host is required (RFC 9112, 3.2). Send it.')
      : undefined;
  }
  if (countHosts(rawHeaders) > 1) {
    return createBadRequest('Host was sent more than once (RFC 9112, 3.2). Send it once.');
  }
  if (host !== validHost && !isHost(host)) {
    return createBadRequest(
      `Host must be a host with an optional port (RFC 9110, 7.2), such as 127.0.0.1:4010; got ${JSON.stringify(host)}.`,
    );
  }
  validHost = host;
  return undefined;
}

function findCodingError({ headers, httpVersion }: IncomingMessage) {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) {
    return undefined;
  }
  if (httpVersion === '1.0') {
    return createBadRequest(
      'HTTP/1.0 has no Transfer-Encoding (RFC 9112, 6.1). Send Content-Length, or use HTTP/1.1.',
    );
  }
  return coding.toLowerCase() === 'chunked'
    ? undefined
    : new SimulatorError(
        'not_implemented',
        `Transfer-Encoding must be chunked (RFC 9112, 6.1); got ${JSON.stringify(coding)}.`,
      );
}

/** Finds what is wrong with a request that the parser of Node.js lets pass (RFC 9110, RFC 9112). */
export function findHeadError(request: IncomingMessage): SimulatorError | undefined {
  const { httpVersion, method, url } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return new SimulatorError(
      'http_version_not_supported',
      `The version must be HTTP/1.1 or HTTP/1.0; got HTTP/${httpVersion}.`,
    );
  }
  if (url === '*' && method !== 'OPTIONS') {
    return createBadRequest(
      `The target * is for OPTIONS only (RFC 9112, 3.2.4); got ${method}. Send a path such as /v1/pets.`,
    );
  }
  return findHostError(request) ?? findCodingError(request);
}
