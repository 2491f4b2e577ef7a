import { parse, stringify } from 'lossless-json';
import { escapeUnprintable, shorten } from '../document/format.js';
import { isJsonObject, omitUndefined } from '../document/json.js';
import type { OperationName } from '../document/operations.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { createRedactor } from '../server/log/redactor.js';
import { findCauses, findLossCause } from './causes.js';
import type { Cause, Evidence } from './result.js';
import { NoResponse, type RawRequest, type RawResponse } from './send/client.js';
import { type Credential, type Keys, keyVariables, resolveCredential } from './send/credentials.js';

/** A request to one of the three operations. */
export interface ProviderRequest {
  readonly method: string;
  /** Relative to the base URL: `/pets?limit=1`. */
  readonly path: string;
  /** Default: `valid`. */
  readonly credential?: Credential;
  /** Text, or bytes that need not be UTF-8. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Of the body; default: `application/json`; none if it is empty. */
  readonly contentType?: string;
  /** Further headers, such as `Accept`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request and its response, if there was one. */
export interface Exchange {
  readonly request: ProviderRequest;
  readonly response: RawResponse | NoResponse;
}

/** What an exchange must be, and what is wrong with it. */
export interface Failure {
  /** In words: `200 with Pets`. */
  readonly expected: string;
  /** All that are right; none if the status does not matter. */
  readonly statuses?: readonly number[];
  /** What is wrong with a response whose status is right. */
  readonly problem?: string;
  /** Where the problem is, as in {@link Mismatch}. Default: the body. */
  readonly path?: string;
  readonly cause?: Cause;
}

/** Maximum length of a body in a report. */
const maxShown = 400;
/** How much is shown before a wrong character. */
const maxBefore = 80;
/** So many characters of a key identify one whose end a message has cut off. */
const maxCutKey = 32;
/** Shorter values of --header tend to be words. */
const minHeaderLength = 8;

export function findOperation({ method, path }: ProviderRequest): OperationName {
  if (method === 'POST') {
    return 'createPet';
  }
  return path.startsWith('/pets/') ? 'getPet' : 'listPets';
}

function findRedirect({ status, headers }: RawResponse): string | undefined {
  return status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined;
}

/** Formats a value that is too long to show all of it: with the wrong field first. */
function excerptValue(value: unknown, field: string | undefined): string {
  const isInside = field !== undefined && isJsonObject(value) && field in value;
  const shown = isInside ? { [field]: value[field], ...value } : value;
  return shorten(stringify(shown) ?? '', maxShown - maxBefore);
}

/** Cuts a long body around what is wrong with it. */
function excerpt(text: string, { path = '', problem = '' }: Partial<Failure>): string {
  const position = Number(/at position (\d+)$/.exec(problem)?.[1] ?? 0);
  const [, element, field] = /^\$(?:\[(\d+)\])?(?:\.(\w+))?/.exec(path) ?? [];
  if (text.length <= maxShown) {
    return text;
  }
  if (position > maxBefore) {
    return `…${text.slice(position - maxBefore)}`;
  }
  try {
    const body = parse(text);
    if (element === undefined || !Array.isArray(body)) {
      return field === undefined ? text : excerptValue(body, field);
    }
    const index = Number(element);
    const rest = body.length - index - 1;
    return `[… ${index} before, ${excerptValue(body[index], field)}, … ${rest} after]`;
  } catch {
    // It is not JSON, or a deeply nested value exhausts the stack.
    return text;
  }
}

/** A longer line helps nobody; the rest of the evidence describes the request. */
const maxLength = 4_096;

/** Nothing is special between single quotes but their end. */
const quoteWord = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What a curl line needs beside the request. */
interface CurlSettings {
  readonly url: string;
  readonly keys: Keys;
  /** Whether the request has a part of the key. */
  readonly isSecret: boolean | undefined;
  /** Names of the headers that each request has; a variable stands for each value. */
  readonly added: readonly string[];
  /** Hides the keys in a text. */
  readonly hide: (text: string) => string;
}

/** Quotes a header, a key in it as a variable. */
function quoteHeader(name: string, value: string, keys: Keys): string {
  const text = value === '' ? `${name};` : `${name}: ${value}`;
  const key = [keys.valid, keys.invalid].find((one) => value.includes(one));
  if (key === undefined) {
    return quoteWord(text);
  }
  const variable = key === keys.valid ? keyVariables.valid : keyVariables.invalid;
  const at = text.lastIndexOf(key);
  const [start, end] = [text.slice(0, at), text.slice(at + key.length)];
  return end === '' && /^[\w: -]*$/.test(start)
    ? `"${start}$${variable}"`
    : `${quoteWord(start)}"$${variable}"${quoteWord(end)}`;
}

/** The variable for the value of a header: `X-Tenant` is `$X_TENANT`. */
const quoteAdded = (name: string) =>
  `"${name.replace(/["$`\\]/g, '\\$&')}: $${name.replace(/\W/g, '_').toUpperCase()}"`;

/**
 * Formats a request as a line for a POSIX shell, which sends the same request with curl. All of it is
 * quoted, so it is safe to run whatever the request has. The keys are variables.
 *
 * @returns undefined if the line would be too long, have unprintable characters, or show the key
 */
export function formatCurl(
  { method, path, headers, body }: RawRequest,
  { url, keys, isSecret, added, hide }: CurlSettings,
): string | undefined {
  const target = new URL(`${url}${path}`).href;
  // Otherwise curl adds the type of a form.
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const line = [
    'curl -i',
    // Brackets and braces would be patterns.
    ...(/[[\]{}]/.test(target) ? ['-g'] : []),
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    quoteWord(target),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(name, value, keys)}`),
    ...added.map((name) => `-H ${quoteAdded(name)}`),
    ...(body === undefined || isTyped ? [] : ["-H 'Content-Type:'"]),
    ...(body === undefined ? [] : [`--data-raw ${quoteWord(`${body}`)}`]),
  ].join(' ');
  const isPlain = !(body instanceof Uint8Array) && escapeUnprintable(line) === line;
  return isPlain && !isSecret && hide(line) === line && line.length <= maxLength ? line : undefined;
}

/** Creates functions that describe exchanges in reports: short, and without the key. */
export function createDescriber({ url, header: common }: ResolvedVerifyOptions, keys: Keys) {
  const secrets = common.map(([, value]) => value).filter((one) => one.length >= minHeaderLength);
  const hideWhole = createRedactor([keys.valid, ...secrets]);
  const start = keys.valid.slice(0, maxCutKey);
  const hide = (text: string) => {
    const hidden = hideWhole(text);
    const [first, ...cut] = start.length < maxCutKey ? [hidden] : hidden.split(start);
    return [first, ...cut.map((rest) => rest.replace(/^[^\s"…]*/, ''))].join('***');
  };
  const redact = (text: string) => shorten(hide(text), maxShown);

  /** Completes a request with all headers of its own. */
  const createRaw = ({ method, path, body, credential, contentType, headers }: ProviderRequest) => {
    const names = new Set(common.map(([name]) => name.toLowerCase()));
    const keyHeaders = Object.entries(resolveCredential(credential, keys).headers);
    const isTyped = body !== undefined && contentType !== '';
    const all: Readonly<Record<string, string>> = {
      Accept: 'application/json',
      // A header of the user stays as it is: without its cookie, a gateway may reject anything.
      ...Object.fromEntries(keyHeaders.filter(([name]) => !names.has(name.toLowerCase()))),
      ...(isTyped && { 'Content-Type': contentType ?? 'application/json' }),
      ...headers,
    };
    return { method, path, headers: all, body };
  };

  /** Describes a request: `POST /pets {"name":"Rex"} without a key`. */
  const describeRequest = (request: ProviderRequest) => {
    const { method, path, body, credential, contentType, headers } = request;
    // Bytes that are not UTF-8 become U+FFFD.
    const text = body && Buffer.from(body).toString();
    const special = {
      ...(contentType !== undefined && { 'Content-Type': contentType || 'none' }),
      ...headers,
    };
    const parts = [
      method,
      path,
      text === '' ? '(an empty body)' : redact(text ?? ''),
      ...Object.entries(special).map(([name, value]) => `with ${name}: ${value}`),
      resolveCredential(credential, keys).description,
    ];
    return hide(parts.filter(Boolean).join(' '));
  };

  /** Describes a response: `404 {"code":…}`. */
  const describeResponse = (response: RawResponse | NoResponse, failure: Partial<Failure> = {}) => {
    if (response instanceof NoResponse) {
      const kind = response.lost === 'all' ? 'no response' : 'no complete response';
      return redact(`${kind}: ${response.message}`);
    }
    const { status, headers, bytes } = response;
    const text = hide(new TextDecoder().decode(bytes));
    const isPage = /^text\/html/i.test(headers.get('content-type') ?? '');
    // White space means nothing in a page, and takes the place of its words.
    const body = isPage ? text.replace(/\s+/g, ' ').trim() : excerpt(text, failure);
    const target = findRedirect(response);
    const redirect = target === undefined ? '' : ` to ${target}`;
    return redact(`${status}${redirect} ${body === '' ? '(an empty body)' : body}`);
  };

  /** Describes an exchange, and what is wrong with it. */
  const createEvidence = ({ request, response }: Exchange, failure: Failure): Evidence => {
    const { expected, statuses = [], problem, path = '$', cause } = failure;
    const received = response.status;
    const isWrong = received !== undefined && statuses.length > 0 && !statuses.includes(received);
    const wrongStatus = { path: 'status', problem: `must be ${statuses[0]}; got ${received}` };
    const wrongPart = problem === undefined ? [] : [{ path, problem: redact(problem) }];
    const isLost = response instanceof NoResponse;
    const evidence = {
      operation: findOperation(request),
      request: describeRequest(request),
      expected: redact(expected),
      problem: problem && redact(problem),
      received: describeResponse(response, failure),
      expectedStatuses: statuses,
      receivedStatus: received,
      redirect: isLost ? undefined : findRedirect(response),
      lost: isLost ? response.lost : undefined,
      mismatches: [...(isWrong ? [wrongStatus] : []), ...wrongPart],
      waited: isLost ? response.waited : undefined,
      curl: formatCurl(createRaw(request), {
        url,
        keys,
        added: common.map(([name]) => name),
        hide,
        isSecret: resolveCredential(request.credential, keys).isSecret,
      }),
    };
    const causes = isLost
      ? [findLossCause(evidence.operation, response)]
      : findCauses(evidence, response.status, cause);
    return omitUndefined({ ...evidence, causes });
  };

  return { redact, createRaw, describeResponse, createEvidence };
}
