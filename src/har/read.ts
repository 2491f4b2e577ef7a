import { attempt } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import {
  type Header,
  joinHeaders,
  type ServiceRequest,
  type ServiceResponse,
} from '../document/message.js';
import { findOperation, parseResource, versionPrefix } from '../document/operations.js';
import { hasKey, redactedKey } from '../engine/admit.js';
import { omitParameters } from '../engine/preferences.js';
import type { HarFile } from './open.js';

/** A part of HAR 1.2 as recorders and sanitizers write it: any field may be missing or of another type. */
type HarPart = { readonly [field: string]: HarPart } | null | undefined;
type Headers = Readonly<Record<string, string>>;

const readSize = (value: unknown) => (typeof value === 'number' ? value : -1);
const readText = (value: unknown) => (typeof value === 'string' ? value : '');

const readPairs = (fields: unknown): Header[] =>
  (Array.isArray(fields) ? fields : [])
    .map((field): Header => [readText(field?.name), readText(field?.value)])
    .filter(([name]) => name !== '');

/** The answers that the simulator decided on; a delay is none. */
const ofSimulator = /\brefused;|\bscenario;applied="(?!delay=)/;

/** True of a response from a cache, a service worker, a redirect of the browser or a route of Playwright. */
const isAnsweredLocally = (entry: HarPart, response: HarPart, headers: Headers) =>
  Boolean(
    entry?._fromCache ||
      entry?._fromDiskCache ||
      entry?._wasFulfilled ||
      entry?.cache?.beforeRequest ||
      entry?.cache?.afterRequest ||
      /cache|worker/i.test(readText(entry?._fetchType)) ||
      /^(?!network)./.test(readText(response?._serviceWorkerResponseSource)) ||
      headers['non-authoritative-reason'],
  );

const isJson = (text: string) => attempt(() => JSON.parse(text)) !== undefined;

/** Compares a body with its size, which may count characters, other charsets, or CR LF for each LF. */
function hasSize(bytes: Buffer, size: number): boolean {
  const text = bytes.toString();
  const max = bytes.length + text.split('\n').length - 1;
  // No beginning of an object or array is JSON.
  return size === bytes.length || size === text.length || (size <= max && isJson(text));
}

/** Reads a body of which the file has the media type and, as far as its numbers tell, every byte. */
function readHarBody(part: HarPart, headers: Headers, wireSize: unknown, file: HarFile) {
  const path = readText(part?._file);
  const encoding = readText(part?.encoding) || 'utf8';
  const inline = Buffer.isEncoding(encoding) && Buffer.from(readText(part?.text), encoding);
  const bytes = path ? file.readAttached(path) : inline;
  const types = [headers['content-type'] ?? '', readText(part?.mimeType)];
  const type = types.find((one) => /^[\w.+-]+\/./.test(one));
  const isCompressed = !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '');
  const length = Number(headers['content-length'] || -1);
  const said = readSize(part?.size);
  // Of a compressed body, the length is that of other bytes, and so is the size that some proxies write.
  const isWireSize = isCompressed && (said === length || said === wireSize);
  const size = length >= 0 && !isCompressed ? length : isWireSize ? -1 : said;
  if (!bytes || (type === undefined && bytes.length > 0)) {
    return undefined;
  }
  // The size of a body that a file lacks may be 0, too.
  const isEmpty = bytes.length === 0 && length === 0 && said <= 0;
  const isWhole = bytes.length > 0 && (size < 0 ? isJson(`${bytes}`) : hasSize(bytes, size));
  return isEmpty || isWhole ? { bytes, type } : undefined;
}

/** Reads the path below the base URL; undefined for another address. */
function readPath({ origin, pathname }: URL, base: string | undefined): string | undefined {
  const address = origin + pathname;
  const known = /^.*\/v1(?=\/pets(?:\/[^/]+)?$|\/store\/orders$)/.exec(address)?.[0];
  const root = base ?? known;
  return `${address}/`.startsWith(`${root}/`) ? address.slice(root?.length) : undefined;
}

/** Joins the query of a URL and the parameters that Insomnia writes beside it alone. */
function readHarQuery({ search, searchParams }: URL, parameters: readonly Header[]): string {
  const missing = parameters.filter(([name]) => !searchParams.has(name)).map((pair) => [...pair]);
  const queries = [search.slice(1), `${new URLSearchParams(missing)}`];
  return omitParameters(queries.filter(Boolean).join('&'));
}

function readEntry(entry: HarPart, base: string | undefined, file: HarFile) {
  const { request, response } = entry ?? {};
  const method = readText(request?.method).toUpperCase();
  const url = attempt(() => new URL(readText(request?.url)));
  const path = url && readPath(url, base);
  const { hasRequestBody = false } =
    findOperation(parseResource(path ?? '').resource, method) ?? {};
  const { prefer: _prefer, ...headers }: Headers = joinHeaders(readPairs(request?.headers));
  const responseHeaders = readPairs(response?.headers);
  const joined = joinHeaders(responseHeaders);
  const status = Number(response?.status);
  const sent = readHarBody({ ...request?.postData, size: request?.bodySize }, headers, -1, file);
  const reasons = {
    'without a method or a whole URL': method === '' || url === undefined,
    'of other addresses': path === undefined || method === 'CONNECT',
    // Sanitizers of Google and Cloudflare write [limit redacted].
    'without the query that was sent': /redacted/i.test(url?.search ?? ''),
    'answered by the simulator': ofSimulator.test(joined['simulator-notes'] ?? ''),
    'answered by the browser': isAnsweredLocally(entry, response, joined),
    'without a response': !(status >= 100) || response?._error || response?._failureText,
    'without the whole body of the request': hasRequestBody && sent === undefined,
  };
  const [reason] = Object.entries(reasons).find(([, applies]) => applies) ?? [];
  if (reason !== undefined || url === undefined) {
    return `not checked, ${reason}`;
  }
  const received = readHarBody(response?.content, joined, response?.bodySize, file);
  const decoded = received?.bytes;
  return {
    hasHeaders: Object.keys(headers).length > 0,
    request: {
      method,
      path: versionPrefix + path,
      query: readHarQuery(url, readPairs(request?.queryString)),
      headers: { ...headers, ...(sent?.type && { 'content-type': sent.type }) } as Headers,
      body: hasRequestBody ? sent?.bytes.toString() : undefined,
    },
    reply: {
      status,
      headers: [['content-type', received?.type ?? ''] as const, ...responseHeaders],
      body: new TextDecoder().decode(decoded),
      bytes: decoded ?? Buffer.alloc(0),
      decoded,
    },
  };
}

/**
 * Reads the exchanges and the keys of a HAR, and how many parts can't be checked, by their reasons.
 *
 * @param base the URL below which the paths of the interface are; by default any that ends in `/v1`
 */
export function readHar(file: HarFile, base: string | undefined, label: string) {
  const { entries } = (file.content as HarPart)?.log ?? {};
  if (!Array.isArray(entries)) {
    throw new UsageError(
      `${label} is not a HAR (HTTP Archive 1.2): it has no list log.entries. ` +
        'Save it as HAR with the bodies, as animal-store check --help says.',
    );
  }
  const unchecked = new Map<string, number>();
  const count = (reason: string) => unchecked.set(reason, (unchecked.get(reason) ?? 0) + 1);
  const read = entries.map((entry) => readEntry(entry, base, file));
  read.filter((one) => typeof one === 'string').forEach(count);
  const found = read.filter((one) => typeof one !== 'string');
  const keyed = found.map(({ request }) => request).filter(hasKey);
  const keys = keyed.map(({ headers }) => `${headers.authorization}`.replace(/^[a-z]+ +/i, ''));
  const exchanges = new Map<ServiceRequest, ServiceResponse>();
  for (const { request, reply, hasHeaders } of found) {
    // Where no request has a key, whoever saved the file has removed them.
    const isKeyUnknown = keys.length === 0 || !hasHeaders;
    const assumed = {
      authorization: `Bearer ${redactedKey}`,
      // A contract can't tell whether the key was missing or wrong.
      ...(reply.status === 401 && { 'simulator-record': 'false' }),
    };
    const headers = { ...request.headers, ...(isKeyUnknown && assumed) };
    exchanges.set({ ...request, headers }, reply);
    if (isKeyUnknown) {
      count('with the key unchecked, as the file lacks it');
    }
    // Others have no body that is checked.
    if (reply.decoded === undefined && /^(?:GET|POST)$/.test(request.method)) {
      count('with the status alone, as the file lacks the whole body');
    }
  }
  return { exchanges, unchecked, keys };
}
