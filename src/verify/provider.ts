import { isLosslessNumber, parse } from 'lossless-json';
import { shorten } from '../document/format.js';
import { omitUndefined } from '../document/json.js';
import type { OperationName } from '../document/operations.js';
import type { Header } from '../options/verify-options.js';
import { createRedactor } from '../server/log/redactor.js';
import { findCauses, findLossCause } from './causes.js';
import { excerptBody } from './excerpt.js';
import {
  type Cause,
  type CreatedPet,
  type Evidence,
  Inconclusive,
  type Mismatch,
} from './result.js';
import { type Client, NoResponse, type RawResponse } from './send/client.js';
import { type Credential, type Keys, resolveCredential } from './send/credentials.js';
import { formatCurl } from './send/curl.js';

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
  readonly mismatch?: Mismatch;
  readonly causes?: readonly Cause[];
}

/** Thrown for what needs createPet, under --read-only. */
export const createExcluded = () =>
  new Inconclusive('testing it needs createPet, which --read-only excludes', {
    excludedBy: '--read-only',
  });

/** After this many requests in a row without a response, an operation is not called again. */
const maxLosses = 2;
/** Maximum length of a body in a report. */
const maxShown = 400;
/** Enough to be shortened to that length after keys are hidden. */
const maxRedacted = 16_384;
/** So many characters of a key identify one whose end was cut off. */
const maxCutKey = 32;
/** Shorter values of --header tend to be words. */
const minHeaderLength = 8;

/** The body as text; bytes that are not UTF-8 become U+FFFD. */
const decodeBody = ({ body }: ProviderRequest) =>
  typeof body === 'string' ? body : body && new TextDecoder().decode(body);

function findOperation({ method, path }: ProviderRequest): OperationName {
  if (method === 'POST') {
    return 'createPet';
  }
  return path.startsWith('/pets/') ? 'getPet' : 'listPets';
}

const operationPaths = {
  listPets: 'GET /pets',
  createPet: 'POST /pets',
  getPet: 'GET /pets/{petId}',
} as const satisfies Readonly<Record<OperationName, string>>;

/** Reads what identifies a pet, whatever else is wrong with the response. */
function readCreatedPet({ bytes }: RawResponse, redact: (text: string) => string): CreatedPet {
  try {
    const { id, name } = parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return {
      ...(isLosslessNumber(id) || typeof id === 'string' ? { id: redact(String(id)) } : {}),
      ...(typeof name === 'string' ? { name: redact(name) } : {}),
    };
  } catch {
    return {};
  }
}

export interface ProviderSettings {
  readonly client: Client;
  /** The base URL, for reports. */
  readonly url: string;
  readonly keys: Keys;
  /** Those that the client adds to each request; their values are hidden. */
  readonly headers: readonly Header[];
  readonly readOnly: boolean;
  /** Called after each created pet, with the count so far. */
  readonly onPetCreated?: ((count: number) => void) | undefined;
}

/** A running implementation of the Animal Store service, of which only the URL is known. */
export class Provider {
  readonly client: Client;
  readonly keys: Keys;
  readonly readOnly: boolean;
  /** One for each createPet request that got a 2xx response. */
  readonly created: CreatedPet[] = [];
  readonly #settings: ProviderSettings;
  readonly #hide: (text: string) => string;
  /** By operation, those in a row. */
  readonly #losses = new Map<OperationName, readonly Exchange[]>();

  constructor(settings: ProviderSettings) {
    const { client, keys, headers, readOnly } = settings;
    this.client = client;
    this.keys = keys;
    this.readOnly = readOnly;
    this.#settings = settings;
    const values = headers.map(([, value]) => value);
    const secrets = values.filter(({ length }) => length >= minHeaderLength);
    const hide = createRedactor([keys.valid, ...secrets]);
    const start = keys.valid.slice(0, maxCutKey);
    this.#hide = (text) => {
      const hidden = hide(text);
      const [first, ...cut] = start.length < maxCutKey ? [hidden] : hidden.split(start);
      return [first, ...cut.map((rest) => rest.replace(/^[^\s"…]*/, ''))].join('***');
    };
  }

  /** Whether --read-only permits a request. */
  allows({ method }: { readonly method: string }): boolean {
    return method === 'GET' || !this.readOnly;
  }

  /**
   * Sends a request. A missing response is part of the exchange.
   *
   * @throws {Inconclusive} when --read-only excludes it, or its operation no longer responds
   */
  async send(request: ProviderRequest): Promise<Exchange> {
    if (!this.allows(request)) {
      throw createExcluded();
    }
    const operation = findOperation(request);
    const losses = this.#losses.get(operation) ?? [];
    const [first] = losses;
    if (first !== undefined && losses.length >= maxLosses) {
      throw new Inconclusive(
        `${operationPaths[operation]} gave no response ${losses.length} times in a row, so it was not called again`,
        { evidence: this.createEvidence(first, { expected: 'a response' }) },
      );
    }
    try {
      const response = await this.client.send(this.#createRaw(request));
      this.#losses.delete(operation);
      if (request.method === 'POST' && response.status >= 200 && response.status < 300) {
        this.created.push(readCreatedPet(response, (text) => this.redact(text)));
        this.#settings.onPetCreated?.(this.created.length);
      }
      return { request, response };
    } catch (error) {
      if (error instanceof NoResponse) {
        const lost = { request, response: error };
        this.#losses.set(operation, [...losses, lost]);
        return lost;
      }
      throw error;
    }
  }

  /** Makes a text from or to the provider fit for a report: short, and without the key. */
  redact(text: string): string {
    return shorten(this.#hide(text.slice(0, maxRedacted)), maxShown);
  }

  /** Describes a request: `POST /pets {"name":"Rex"} without a key`. */
  describeRequest(request: ProviderRequest): string {
    const { method, path, credential, contentType, headers = {} } = request;
    const body = decodeBody(request);
    const special = {
      ...(contentType === undefined ? {} : { 'Content-Type': contentType || 'none' }),
      ...headers,
    };
    const parts = [
      method,
      path,
      body === '' ? '(an empty body)' : shorten(body ?? '', maxShown),
      ...Object.entries(special).map(([name, value]) => `with ${name}: ${value}`),
      resolveCredential(credential, this.keys).description,
    ];
    return this.redact(parts.filter(Boolean).join(' '));
  }

  /**
   * Describes a response: `404 {"code":…}`.
   *
   * @param mismatch what is wrong with it: a long body is cut around this
   */
  describeResponse(response: RawResponse | NoResponse, mismatch?: Mismatch): string {
    if (response instanceof NoResponse) {
      const kind = response.lost === 'all' ? 'no response' : 'no complete response';
      return this.redact(`${kind}: ${response.message}`);
    }
    const { status, headers, bytes } = response;
    const text = new TextDecoder().decode(bytes);
    const isPage = /^text\/html/i.test(headers.get('content-type') ?? '');
    // White space means nothing in a page, and takes the place of its words.
    const shown = isPage ? text.replace(/\s+/g, ' ').trim() : text;
    const target = findRedirect(response);
    const redirect = target === undefined ? '' : ` to ${target}`;
    const body = excerptBody(shown, mismatch, maxShown);
    return this.redact(`${status}${redirect} ${body === '' ? '(an empty body)' : body}`);
  }

  /** Describes an exchange, and what is wrong with it. */
  createEvidence(
    { request, response }: Exchange,
    { expected, statuses = [], problem, mismatch, causes = [] }: Failure,
  ): Evidence {
    const operation = findOperation(request);
    const received = response.status;
    const isWrong = received !== undefined && statuses.length > 0 && !statuses.includes(received);
    const wrongStatus = { path: 'status', problem: `must be ${statuses[0]}; got ${received}` };
    const redirect = response instanceof NoResponse ? undefined : findRedirect(response);
    const exchange = { operation, expectedStatuses: statuses, redirect };
    const raw = this.#createRaw(request);
    const { url, headers } = this.#settings;
    return omitUndefined({
      ...exchange,
      request: this.describeRequest(request),
      expected: this.redact(expected),
      problem: problem && this.redact(problem),
      received: this.describeResponse(response, mismatch),
      receivedStatus: received,
      lost: response instanceof NoResponse ? response.lost : undefined,
      mismatches: [...(isWrong ? [wrongStatus] : []), ...(mismatch ? [mismatch] : [])].map(
        (one) => ({ path: this.redact(one.path), problem: this.redact(one.problem) }),
      ),
      causes:
        response instanceof NoResponse
          ? [findLossCause(operation, response)]
          : findCauses(exchange, response.status, causes),
      waited: response instanceof NoResponse ? response.waited : undefined,
      curl: formatCurl(raw, {
        url,
        keys: this.keys,
        credential: resolveCredential(request.credential, this.keys),
        added: headers.map(([name]) => name),
        redact: this.#hide,
      }),
    });
  }

  #createRaw({ method, path, body, credential, contentType, headers: own }: ProviderRequest) {
    const common = new Set(this.#settings.headers.map(([name]) => name.toLowerCase()));
    const keyHeaders = Object.entries(resolveCredential(credential, this.keys).headers);
    const headers: Readonly<Record<string, string>> = {
      Accept: 'application/json',
      // A header of the user stays as it is: without its cookie, a gateway may reject anything.
      ...Object.fromEntries(keyHeaders.filter(([name]) => !common.has(name.toLowerCase()))),
      ...(body === undefined || contentType === ''
        ? {}
        : { 'Content-Type': contentType ?? 'application/json' }),
      ...own,
    };
    return { method, path, headers, body };
  }
}

function findRedirect({ status, headers }: RawResponse): string | undefined {
  return status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined;
}
