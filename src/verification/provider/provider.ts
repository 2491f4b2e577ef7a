import { isLosslessNumber, parse } from 'lossless-json';
import { shorten } from '../../engine/interface/format.js';
import { omitUndefined } from '../../engine/interface/json.js';
import type { Header } from '../../options/verify-options.js';
import { type CreatedPet, type Evidence, Inconclusive, type Mismatch } from '../result.js';
import { type Credential, type Keys, resolveCredential } from './credentials.js';
import { formatCurl } from './curl.js';
import { excerptBody } from './excerpt.js';
import { createMasker } from './masking.js';
import { NoResponse, type RawRequest, type RawResponse, type Transport } from './transport.js';

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

/** What evidence needs to be compared with other evidence. */
export interface FailureDetails {
  /** The expected status, if there is one. */
  readonly status?: number | undefined;
  readonly mismatches?: readonly Mismatch[];
}

/**
 * A mismatch at a place: `$`, `$[0].name`.
 *
 * @param differences what it has in common with other failures, where place and problem do not say it
 */
export const mismatchAt = (
  path: string,
  problem: string,
  ...differences: readonly string[]
): FailureDetails => ({
  mismatches: [{ path, problem, ...(differences.length > 0 && { differences }) }],
});

/** Thrown for what needs createPet, under --read-only. */
export const createExcluded = () =>
  new Inconclusive('testing it needs createPet, which --read-only excludes', {
    excludedBy: '--read-only',
  });

/** After this many requests in a row without a response, an operation is not called again. */
const maxLosses = 2;
/** Maximum number of mismatches of a response in a report: a page has 100 pets. */
const maxMismatches = 20;
/** Maximum length of a body in a report. */
const maxShown = 400;
/** Enough to be shortened to that length after keys are hidden. */
const maxMasked = 16_384;

/** The body as text; bytes that are not UTF-8 become U+FFFD. */
const decodeBody = ({ body }: ProviderRequest) =>
  typeof body === 'string' ? body : body && new TextDecoder().decode(body);

const findOperation = ({ method, path }: Pick<RawRequest, 'method' | 'path'>) =>
  `${method} ${path.replace(/\?.*/s, '').replace(/^\/pets\/.*/s, '/pets/{petId}')}`;

/** Reads what identifies a pet, whatever else is wrong with the response. */
function readCreatedPet({ bytes }: RawResponse): CreatedPet {
  try {
    const { id, name } = parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return {
      ...(isLosslessNumber(id) || typeof id === 'string' ? { id: String(id) } : {}),
      ...(typeof name === 'string' ? { name } : {}),
    };
  } catch {
    return {};
  }
}

export interface ProviderSettings {
  readonly transport: Transport;
  /** The base URL, for reports. */
  readonly url: string;
  readonly keys: Keys;
  /** Those that the transport adds to each request; their values are hidden. */
  readonly headers: readonly Header[];
  readonly readOnly: boolean;
  /** Called after each created pet, with the count so far. */
  readonly onPetCreated?: ((count: number) => void) | undefined;
}

/** White space means nothing in a page, and takes the place of its words. */
const joinLines = (page: string) => page.replace(/\s+/g, ' ').trim();

/** A running implementation of the Animal Store service, of which only the URL is known. */
export class Provider {
  readonly keys: Keys;
  readonly readOnly: boolean;
  /** One for each createPet request that got a 2xx response. */
  readonly created: CreatedPet[] = [];
  readonly #transport: Transport;
  /** Names of the headers of every request, in lower case. */
  readonly #common: ReadonlySet<string>;
  readonly #onPetCreated: (count: number) => void;
  readonly #mask: (text: string) => string;
  /** By operation, those in a row. */
  readonly #losses = new Map<string, readonly Exchange[]>();
  readonly #url: string;
  readonly #headers: readonly Header[];

  constructor(settings: ProviderSettings) {
    const { transport, url, keys, headers, readOnly, onPetCreated = () => {} } = settings;
    this.#url = url;
    this.#headers = headers;
    const headerValues = headers.map(([, value]) => value);
    this.#common = new Set(headers.map(([name]) => name.toLowerCase()));
    this.#onPetCreated = onPetCreated;
    this.#transport = transport;
    this.#mask = createMasker(keys.valid, headerValues);
    this.keys = keys;
    this.readOnly = readOnly;
  }

  /** Number of createPet requests that got a 2xx response. */
  get createdPets(): number {
    return this.created.length;
  }

  /** Whether --read-only permits a request. */
  allows({ method }: { readonly method: string }): boolean {
    return method === 'GET' || !this.readOnly;
  }

  /** Sends a request. A missing response is part of the exchange. */
  async send(request: ProviderRequest): Promise<Exchange> {
    const { method, path, body } = request;
    return this.forward(request, { method, path, headers: this.#createHeaders(request), body });
  }

  /**
   * Sends a raw request unchanged.
   *
   * @param request the same request, for reports
   * @throws {Inconclusive} when --read-only excludes it, or its operation no longer responds
   */
  async forward(request: ProviderRequest, raw: RawRequest): Promise<Exchange> {
    if (!this.allows(raw)) {
      throw createExcluded();
    }
    const operation = findOperation(raw);
    const losses = this.#losses.get(operation) ?? [];
    const [first] = losses;
    if (first !== undefined && losses.length >= maxLosses) {
      throw new Inconclusive(
        `${operation} gave no response ${losses.length} times in a row, so it was not called again`,
        { evidence: this.createEvidence(first, 'a response') },
      );
    }
    try {
      const response = await this.#transport(raw);
      this.#losses.delete(operation);
      if (raw.method === 'POST' && response.status >= 200 && response.status < 300) {
        const shown = Object.entries(readCreatedPet(response));
        this.created.push(
          Object.fromEntries(shown.map(([name, text]) => [name, this.redact(text)])),
        );
        this.#onPetCreated(this.created.length);
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
    return shorten(this.#mask(text.slice(0, maxMasked)), maxShown);
  }

  /** Describes a request: `POST /pets {"name":"Rex"} without a key`. */
  describeRequest(request: ProviderRequest): string {
    const { method, path, credential, contentType, headers = {} } = request;
    const body = decodeBody(request);
    const { description } = resolveCredential(credential, this.keys);
    const special = {
      ...(contentType === undefined ? {} : { 'Content-Type': contentType || 'none' }),
      ...headers,
    };
    return this.redact(
      [
        method,
        path,
        body === '' ? '(an empty body)' : shorten(body ?? '', maxShown),
        ...Object.entries(special).map(([name, value]) => `with ${name}: ${value}`),
        description,
      ]
        .filter(Boolean)
        .join(' '),
    );
  }

  /**
   * Describes a response: `404 {"code":…}`.
   *
   * @param mismatch what is wrong with it: a long body is cut around this
   */
  describeResponse(response: RawResponse | NoResponse, mismatch?: Mismatch): string {
    if (response instanceof NoResponse) {
      const kind = response.hasBegun ? 'no complete response' : 'no response';
      return this.redact(`${kind}: ${response.message}`);
    }
    const { status, headers, bytes } = response;
    const text = new TextDecoder().decode(bytes);
    const isPage = /^text\/html/i.test(headers.get('content-type') ?? '');
    const body = excerptBody(isPage ? joinLines(text) : text, mismatch, maxShown);
    const target = headers.get('location');
    const redirect = status >= 300 && status < 400 && target !== null ? ` to ${target}` : '';
    return this.redact(`${status}${redirect} ${body === '' ? '(an empty body)' : body}`);
  }

  /**
   * Describes an exchange, and what is wrong with it.
   *
   * @param problem what is wrong with a response that has the expected status
   */
  createEvidence(
    { request, response }: Exchange,
    expected: string,
    problem?: string,
    { status, mismatches = [] }: FailureDetails = {},
  ): Evidence {
    const received = response.status;
    const wrongStatus =
      status !== undefined && received !== undefined && received !== status
        ? [{ path: 'status', problem: `must be ${status}; got ${received}` }]
        : [];
    const all = [...wrongStatus, ...mismatches];
    const { method, path, body } = request;
    const raw = { method, path, headers: this.#createHeaders(request), body };
    const curl = formatCurl(raw, {
      url: this.#url,
      keys: this.keys,
      added: this.#headers.map(([name]) => name),
      mask: this.#mask,
    });
    return omitUndefined({
      request: this.describeRequest(request),
      expected: this.redact(expected),
      problem: problem && this.redact(problem),
      received: this.describeResponse(response, mismatches[0]),
      expectedStatus: status,
      receivedStatus: received,
      mismatches: all.slice(0, maxMismatches).map((one) => ({
        ...one,
        path: this.redact(one.path),
        problem: this.redact(one.problem),
      })),
      moreMismatches: all.length > maxMismatches ? all.length - maxMismatches : undefined,
      waited: response instanceof NoResponse ? response.waited : undefined,
      curl,
    });
  }

  #createHeaders(request: ProviderRequest): Readonly<Record<string, string>> {
    const { body, credential, contentType = 'application/json', headers } = request;
    const own = Object.entries(resolveCredential(credential, this.keys).headers);
    return {
      Accept: 'application/json',
      // A header of the user stays as it is: without its cookie, a gateway may reject anything.
      ...Object.fromEntries(own.filter(([name]) => !this.#common.has(name.toLowerCase()))),
      ...(body === undefined || contentType === '' ? {} : { 'Content-Type': contentType }),
      ...headers,
    };
  }
}
