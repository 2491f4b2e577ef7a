import { escapeUnprintable, shorten } from '../document/format.js';
import { omitUndefined } from '../document/json.js';
import { findOperation, type OperationName, parseResource } from '../document/operations.js';
import { createRedactor } from '../options/redactor.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { findCause } from './causes.js';
import type { Evidence } from './result.js';
import { NoResponse, type RawRequest, type RawResponse } from './send/client.js';
import { type Credential, type Keys, resolveCredential } from './send/credentials.js';

/** A request to one of the three operations. */
export interface ProviderRequest {
  readonly method: string;
  /** Relative to the base URL: `/pets?limit=1`. */
  readonly path: string;
  /** Default: `valid`. */
  readonly credential?: Credential;
  /** Text, or bytes that need not be UTF-8. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Beside the defaults, or instead; undefined for none. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A request and its response, if there was one. */
export interface Exchange {
  readonly request: ProviderRequest;
  readonly response: RawResponse;
}

/** What an exchange must be, and what is wrong with it. */
export interface Failure {
  /** In words: `200 with Pets`. */
  readonly expected: string;
  /** All that are right; none if the status does not matter. */
  readonly statuses?: readonly number[];
  /** What is wrong with a response whose status is right. */
  readonly problem?: string;
  /** Its title, where the status is right. */
  readonly cause?: string;
}

/** Maximum length of a body in a report. */
const maxShown = 400;
/** So many characters of a key identify one whose end a message has cut off. */
const maxCutKey = 32;
/** Maximum length of a shell command. */
const maxLine = 4_096;
/** Shorter values of --header tend to be words. */
const minHeaderLength = 8;

/** Finds the operation of a request. A path that the document doesn't have is a wrong one of a pet. */
export function nameOperation({ method, path }: ProviderRequest): OperationName {
  const { resource = '/pets/{petId}' } = parseResource(path.replace(/\?.*/s, ''));
  return findOperation(resource, method)?.name ?? 'getPet';
}

const escapeQuotes = (text: string) => text.replaceAll("'", "'\\''");

/** Quotes a word for a shell; a variable stands for the key. */
const quoteWord = (text: string, key: string) =>
  `'${escapeQuotes(text).replaceAll(escapeQuotes(key), `'"$ANIMAL_STORE_API_KEY"'`)}'`.replace(
    /(?<=")''$/,
    '',
  );

/**
 * Formats a request as a line for a POSIX shell, which sends it with curl; undefined if the line would be too
 * long or have unprintable characters. All of it is quoted, so it is safe to run whatever the request has.
 *
 * @param added names of the headers that each request has; a variable stands for each value
 */
export function formatCurl(
  url: string,
  { method, path, headers, body }: RawRequest,
  key: string,
  added: readonly string[],
): string | undefined {
  // Otherwise curl adds the type of a form.
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const line = [
    'curl -i',
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    quoteWord(url + path, key),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quoteWord(value === '' ? `${name};` : `${name}: ${value}`, key)}`,
    ),
    ...added.map((name) => `-H '${name}: '"$${name.replace(/\W/g, '_').toUpperCase()}"`),
    ...(body === undefined || isTyped ? [] : ["-H 'Content-Type:'"]),
    ...(body === undefined ? [] : [`--data-raw ${quoteWord(`${body}`, key)}`]),
  ].join(' ');
  const isPlain = !(body instanceof Uint8Array) && escapeUnprintable(line) === line;
  return isPlain && line.length <= maxLine ? line : undefined;
}

/** Creates functions that describe exchanges in reports: short, and without the key. */
export function createEvidenceFormatter(
  { url, header: common }: ResolvedVerifyOptions,
  keys: Keys,
) {
  const secrets = common.map(([, value]) => value).filter((one) => one.length >= minHeaderLength);
  const hideWhole = createRedactor([keys.valid, ...secrets]);
  const start = keys.valid.slice(0, maxCutKey);
  const hide = (text: string) => {
    const [first, ...cut] = start.length < maxCutKey ? [text] : hideWhole(text).split(start);
    return hideWhole([first, ...cut.map((rest) => rest.replace(/^[^\s"…]*/, ''))].join('***'));
  };
  const redact = (text: string) => shorten(hide(text), maxShown);

  /** Completes a request with all headers of its own. */
  const createRaw = ({ method, path, body, credential, headers }: ProviderRequest): RawRequest => {
    const names = new Set(common.map(([name]) => name.toLowerCase()));
    const keyHeaders = Object.entries(resolveCredential(credential, keys).headers);
    const all = {
      Accept: 'application/json',
      // A header of the user stays as it is: without its cookie, a gateway may reject anything.
      ...Object.fromEntries(keyHeaders.filter(([name]) => !names.has(name.toLowerCase()))),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    return { method, path, headers: omitUndefined(all) as Record<string, string>, body };
  };

  /** Describes a request: `POST /pets {"name":"Rex"} without a key`. */
  const describeRequest = (request: ProviderRequest) => {
    const { method, path, body, credential, headers = {} } = request;
    // Bytes that are not UTF-8 become U+FFFD.
    const text = body && Buffer.from(body).toString();
    const parts = [
      method,
      path,
      text === '' ? '(an empty body)' : redact(text ?? ''),
      ...Object.entries(headers).map(([name, value]) => `with ${name}: ${value ?? 'none'}`),
      resolveCredential(credential, keys).description,
    ];
    return hide(parts.filter(Boolean).join(' '));
  };

  /** Describes a response: `404 {"code":…}`. */
  const describeResponse = (response: RawResponse) => {
    if (response instanceof NoResponse) {
      return redact(`no complete response: ${response.message}`);
    }
    const { status, headers, bytes } = response;
    const target = headers.get('location');
    const redirect = status >= 300 && status < 400 && target ? ` to ${target}` : '';
    const text = new TextDecoder().decode(bytes).trim();
    // White space means nothing in a page, and takes the place of its words.
    const body = text.startsWith('<') ? text.replace(/\s+/g, ' ') : text;
    return redact(`${status}${redirect} ${body || '(an empty body)'}`);
  };

  /** Describes an exchange, and what is wrong with it. */
  const createEvidence = ({ request, response }: Exchange, failure: Failure): Evidence => {
    const { expected, statuses = [], problem, cause } = failure;
    const operation = nameOperation(request);
    const names = common.map(([name]) => name);
    const line = formatCurl(url, createRaw(request), keys.valid, names);
    return omitUndefined({
      operation,
      request: describeRequest(request),
      expected: redact(expected),
      problem: problem && redact(problem),
      received: describeResponse(response),
      cause: findCause(operation, statuses, response.status, cause),
      // A part or another form of the key may be left.
      curl:
        typeof request.credential === 'object' || line === undefined || hide(line) !== line
          ? undefined
          : line,
    });
  };

  return { hide, redact, createRaw, describeResponse, createEvidence };
}
