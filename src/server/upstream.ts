import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { describeNetworkError } from '../base/network-error.js';
import { SimulatorError } from '../document/errors.js';
import { isHopByHop } from '../document/headers.js';
import {
  type Header,
  joinHeaders,
  type ServiceRequest,
  type ServiceResponse,
} from '../document/message.js';
import { isSafe } from '../document/operations.js';
import { omitParameters } from '../engine/preferences.js';
import type { Forward } from '../engine/sandboxes.js';
import { maxForwarded, pairHeaders } from './read-request.js';

/** Maximum time for a response, in milliseconds. */
const upstreamTimeout = 30_000;

/** Headers of the simulator, and those that are written anew. */
const notForwarded = /^(?:content-length|expect|host|prefer|proxy-.*|simulator-.*)$/i;
const notReturned = /^simulator-notes$/i;

/** Removes the headers of the pattern and of one connection, also those that `Connection` names. */
function selectForwarded(headers: readonly Header[], dropped: RegExp): Header[] {
  const named = joinHeaders(headers)
    .connection?.toLowerCase()
    .split(/[\s,]+/);
  const isDropped = (name: string) =>
    isHopByHop(name) || dropped.test(name) || named?.includes(name.toLowerCase());
  return headers.filter(([name]) => !isDropped(name));
}

/** A status that ends no request (RFC 9110, 15): Node.js refuses to send one under 100. */
const createStatusError = (status = 0) => new Error(`its response has the status ${status}`);

/** Removes a content coding; undefined for one that isn't known. */
async function decompress(bytes: Buffer, coding: string): Promise<Uint8Array | undefined> {
  if (coding === 'identity' || bytes.length === 0) {
    return bytes;
  }
  const isZip = /^(?:x-)?gzip$|^deflate$/.test(coding);
  const decompress = isZip ? unzip : coding === 'br' ? brotliDecompress : undefined;
  const options = { maxOutputLength: maxForwarded };
  return decompress && promisify(decompress as typeof unzip)(bytes, options).catch(() => undefined);
}

async function readReply(response: IncomingMessage, method: string): Promise<ServiceResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxForwarded) {
      throw new Error('its response is larger than 16 MiB');
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const { statusCode: status = 0, rawHeaders, headers } = response;
  if (status < 200) {
    throw createStatusError(status);
  }
  const decoded = await decompress(
    bytes,
    (headers['content-encoding'] ?? 'identity').toLowerCase(),
  );
  const isSized = headers['content-length'] !== undefined || method === 'HEAD' || status === 204;
  return {
    status,
    headers: [
      ...selectForwarded(pairHeaders(rawHeaders), notReturned),
      ...(isSized || status === 304 ? [] : [['Content-Length', `${size}`] as const]),
    ],
    body: new TextDecoder().decode(decoded),
    bytes,
    decoded,
  };
}

/**
 * Creates a function that sends requests to another service, and returns its responses byte for byte.
 *
 * @param upstream its base URL, usually ending in `/v1`
 * @param upstreamKey goes in place of the simulator's own keys
 * @param hidesOrigin whether which pages may call is decided here; the service might refuse those that it doesn't know
 */
export function createForward(
  upstream: string,
  upstreamKey: string | undefined,
  hidesOrigin: boolean,
): Forward {
  const base = new URL(upstream);
  const basePath = base.pathname.replace(/\/$/, '');
  const isSecure = base.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const send = isSecure ? requestHttps : requestHttp;
  return async (request: ServiceRequest, path: string, isOwnKey: boolean) => {
    const { method, headers, body, bytes } = request;
    const query = omitParameters(request.query);
    const target = `${basePath}${path}${query && `?${query}`}`;
    const kept = selectForwarded(Object.entries(headers), notForwarded);
    const sent = Object.fromEntries(kept.filter(([name]) => !(hidesOrigin && name === 'origin')));
    if (isOwnKey) {
      sent.authorization = `Bearer ${upstreamKey}`;
    }
    // Chrome accepts zstd, which Node.js 20 can't decode: such a response could not be checked.
    const codings = sent['accept-encoding']?.replace(/(?:, *)?zstd[^,]*/i, '');
    if (codings !== undefined) {
      sent['accept-encoding'] = codings;
    }
    const content = bytes ?? Buffer.from(body ?? '');
    if (content.length > 0) {
      sent['content-length'] = String(content.length);
    }
    const signal = AbortSignal.timeout(upstreamTimeout);
    // The service may end an idle connection at any time; only what changes nothing can be sent again.
    const options = { path: target || '/', method, headers: sent, signal };
    const attempt = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = send(base, { ...options, agent: isSafe(method) && agent });
        const onError = (error: Error) =>
          outgoing.reusedSocket ? attempt().then(resolve, reject) : reject(error);
        outgoing.on('upgrade', ({ statusCode }, socket) => {
          socket.destroy();
          reject(createStatusError(statusCode));
        });
        outgoing.on('response', resolve).on('error', onError).end(content);
      });
    try {
      if (request.bodyProblem === 'too-large') {
        throw new Error('the body of the request is larger than 16 MiB');
      }
      return await readReply(await attempt(), method);
    } catch (error) {
      const [code, reason] = signal.aborted
        ? ([
            'simulator_upstream_timeout',
            `no response within ${upstreamTimeout / 1_000} s`,
          ] as const)
        : (['simulator_upstream_failed', describeNetworkError(error as Error)] as const);
      throw new SimulatorError(
        code,
        `The service at ${upstream} did not answer ${method} ${path}: ${reason}. Check that the service runs, and --upstream, with https:// for a service that uses TLS.`,
      );
    }
  };
}
