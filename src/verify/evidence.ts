import { formatCurl } from '../base/curl.js';
import { omitUndefined } from '../base/json.js';
import { escapeUnprintable, shorten } from '../base/text.js';
import {
  findOperation,
  type Operation,
  type OperationName,
  operationsByName,
  parseResource,
} from '../document/operations.js';
import { type KeyKind, keyForms } from '../document/requirements.js';
import { createRedactor } from '../engine/redactor.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { findErrorCause } from './causes.js';
import type { Evidence } from './result.js';
import { NoResponse, type RawRequest, type RawResponse } from './send/client.js';

/** A request to one of the three operations. */
export interface ProviderRequest extends Pick<RawRequest, 'method' | 'path' | 'body'> {
  /** Default: `valid`. */
  readonly credential?: KeyKind;
  /** Beside the defaults, or instead; undefined for none. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** In reports, instead of headers that have the key: `with the valid key in Base64`. */
  readonly description?: string;
}

const pickRequest = ({ method, path }: Operation) => ({ method, path });
export const listPetsRequest = pickRequest(operationsByName.listPets);
export const createPetRequest = pickRequest(operationsByName.createPet);

/** True of a request that creates a pet when it succeeds, however its path is spelled. */
export const isCreate = ({ method }: Pick<ProviderRequest, 'method'>) =>
  method === createPetRequest.method;

/** No provider has it. */
export const invalidKey = 'animal-store-verify-key-of-nobody';

/** Describes how the key is sent, unless it is as it should be. */
export const describeKey = ({ credential = 'valid', description }: Partial<ProviderRequest>) =>
  description ?? (credential === 'valid' ? '' : keyForms[credential].words);

export interface Exchange {
  readonly request: ProviderRequest;
  readonly response: RawResponse;
  /** From 1 on, in the order of sending. */
  readonly number: number;
}

export interface Failure {
  /** In words: `200 with Pets`. */
  readonly expected: string;
  /** Right statuses; none if the status does not matter. */
  readonly statuses?: readonly number[];
  /** The mistake in a response whose status is right. */
  readonly problem?: string;
  /** Title of the mistake, where the status is right. */
  readonly cause?: string;
}

const maxShownLength = 400;
/** Number of characters that identify a key whose end a message has cut off. */
const maxCutKey = 32;
const maxCommandLength = 4_096;
/** Shorter values of --header tend to be words. */
const minHeaderLength = 8;

const formatVariable = (header: string) => header.replace(/\W/g, '_').toUpperCase();

/** Finds the operation of a request. A path that the document doesn't have is a wrong one of a pet. */
export function nameOperation({ method, path }: ProviderRequest): OperationName {
  const { resource = '/pets/{petId}' } = parseResource(path.replace(/\?.*/s, ''));
  return findOperation(resource, method)?.name ?? 'getPet';
}

/** Creates functions that describe exchanges in reports: short, and without the key. */
export function createEvidenceFormatter({ url, apiKey, header: common }: ResolvedVerifyOptions) {
  const secrets = common.map(([, value]) => value).filter((one) => one.length >= minHeaderLength);
  const hideWhole = createRedactor([apiKey, ...secrets]);
  const start = apiKey.slice(0, maxCutKey);
  const hide = (text: string) => {
    const [first, ...cut] = start.length < maxCutKey ? [text] : hideWhole(text).split(start);
    return hideWhole([first, ...cut.map((rest) => rest.replace(/^[^\s"…]*/, ''))].join('***'));
  };
  const redact = (text: string) => shorten(hide(text), maxShownLength);

  const keys = { valid: apiKey, invalid: invalidKey };
  const createRaw = (request: ProviderRequest): RawRequest => {
    const { method, path, body, credential = 'valid', headers = {}, description } = request;
    const { scheme, key } = keyForms[credential];
    // A header of the user stays, whatever form of the key is tried: without its cookie, a gateway may reject anything.
    const isKept = (name: string) =>
      description !== undefined && common.some(([one]) => one.toLowerCase() === name.toLowerCase());
    const all = {
      Accept: 'application/json',
      Authorization: key ? scheme + keys[key] : scheme,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !isKept(name))),
    };
    return { method, path, headers: omitUndefined(all) as Record<string, string>, body };
  };

  /** Describes a request: `POST /pets {"name":"Rex"} without a key`. */
  const describeRequest = (request: ProviderRequest) => {
    const { method, path, body, description, headers = {} } = request;
    const shown = description === undefined ? Object.entries(headers) : [];
    // Bytes that are not UTF-8 become U+FFFD.
    const text = body && Buffer.from(body).toString();
    const parts = [
      method,
      path,
      text === '' ? '(an empty body)' : redact(text ?? ''),
      ...shown.map(([name, value]) => `with ${name}: ${value ?? 'none'}`),
      describeKey(request),
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

  /** A line of a shell that sends a request, with variables for the key and for the headers of the user. */
  const formatLine = (request: ProviderRequest) => {
    const { method, path, headers, body } = createRaw(request);
    const added = common.map(([name]) => [name, `$${formatVariable(name)}`] as const);
    const variables = Object.fromEntries(added.map(([name, text]) => [text, formatVariable(name)]));
    const all = [...Object.entries(headers), ...added];
    if (request.description !== undefined || body instanceof Uint8Array) {
      return undefined;
    }
    const sent = { method, url: url + path, headers: all, body };
    const line = formatCurl(sent, { ...variables, [apiKey]: 'ANIMAL_STORE_API_KEY' });
    const isPlain = line.length <= maxCommandLength && escapeUnprintable(line) === line;
    // A part or another form of the key may be left.
    return isPlain && hide(line) === line ? line : undefined;
  };

  const createEvidence = ({ request, response, number }: Exchange, failure: Failure): Evidence => {
    const { expected, statuses = [], problem, cause } = failure;
    const operation = nameOperation(request);
    return omitUndefined({
      operation,
      number,
      request: describeRequest(request),
      expected: redact(expected),
      problem: problem && redact(problem),
      received: describeResponse(response),
      cause: findErrorCause(operation, statuses, response.status, cause),
      curl: formatLine(request),
    });
  };

  return { hide, redact, createRaw, describeResponse, createEvidence };
}
