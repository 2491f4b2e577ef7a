import { parseJsonResponse, parsePetsResponse, tryParse } from './parse.js';
import { maxPage, unlikelyIds, type VerificationPets } from './pets.js';
import type { Exchange, Provider } from './provider.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive } from './result.js';
import { NoResponse, type RawResponse } from './send/client.js';

/** What is known of a provider before a pet is created. */
export interface ProbeResult {
  /** How many pets the first list has. */
  readonly listed: number;
  /** The category that the user set, or the likeliest. */
  readonly categoryId: bigint;
  /** Without one from the user: the categories to try, the likeliest first. */
  readonly candidates: readonly bigint[];
}

/** Limits how many categories of listed pets are tried. */
const maxCandidates = 5;

const unavailable = 'The provider or a gateway is unavailable. Try again later.';
const rejectedKey = 'The provider rejects the key. Set --api-key to a valid key.';

const hints: Readonly<Record<number, string>> = {
  401: rejectedKey,
  403: rejectedKey,
  404: 'Check --url: the base URL usually ends in /v1; /pets is appended to it.',
  502: unavailable,
  503: unavailable,
  504: unavailable,
};

/** How TLS servers reject plain HTTP: nginx, Go, Apache and Tomcat, in this order. */
const tlsRequired = /HTTPS port|HTTPS server|SSL-enabled server|requires TLS/;

/** A redirect to the same path with a slash at its end: the checks report it. */
function isToSlash({ headers }: RawResponse): boolean {
  return /^[^?#]*\/pets\/(?:[?#]|$)/.test(headers.get('location') ?? '');
}

function findHint(response: RawResponse): string | undefined {
  const { status, bytes } = response;
  if (status >= 300 && status < 400) {
    if (isToSlash(response)) {
      return undefined;
    }
    return 'Redirects are not followed. Set --url to the target of the redirect.';
  }
  if (status === 400 && tlsRequired.test(new TextDecoder().decode(bytes))) {
    return 'The server requires TLS. Use a URL that begins with https://.';
  }
  return hints[status];
}

function expectReachable(
  provider: Provider,
  response: RawResponse | NoResponse,
): asserts response is RawResponse {
  if (response instanceof NoResponse) {
    throw new CannotVerify(
      `GET /pets got ${provider.describeResponse(response)}. Check that the provider runs, and that --url ` +
        'is right, with https:// for a server that uses TLS.',
    );
  }
  const hint = findHint(response);
  if (hint !== undefined) {
    throw new CannotVerify(`GET /pets returned ${provider.describeResponse(response)}. ${hint}`);
  }
}

const listRequest = { method: 'GET', path: `/pets?limit=${maxPage}` } as const;

const describeKind = ({ headers }: RawResponse) => {
  const type = headers.get('content-type')?.replace(/;.*/s, '') ?? 'no content type';
  return type === 'text/html' ? 'an HTML page' : type === 'application/json' ? 'JSON' : type;
};

/**
 * Checks that something in the responses is of this service: a list, a 401, a 404 or a server error. A
 * service that is broken shows at least one of them.
 *
 * @throws {CannotVerify} when a list, a pet that does not exist and a list without a key all succeed
 */
async function expectService(provider: Provider, list: RawResponse): Promise<void> {
  const isSuccess = (response: RawResponse | NoResponse) =>
    !(response instanceof NoResponse) && response.status >= 200 && response.status < 300;
  if (!isSuccess(list) || Array.isArray(tryParse(parseJsonResponse, list))) {
    return;
  }
  for (const request of otherRequests) {
    const exchange = await catchError(Inconclusive, () => provider.send(request));
    if (exchange instanceof Inconclusive || !isSuccess(exchange.response)) {
      return;
    }
  }
  throw new CannotVerify(
    `This is not the Animal Store service: it returns ${list.status} with ${describeKind(list)} for GET /pets, ` +
      'for a pet that does not exist, and without a key. Set --url to the base URL of the service, which ' +
      `usually ends in /v1. GET /pets returned ${provider.describeResponse(list)}`,
  );
}

/** Requests that the service never answers with a 2xx. */
const otherRequests = [
  { method: 'GET', path: `/pets/${unlikelyIds[0]}` },
  { method: 'GET', path: '/pets', credential: 'none' },
] as const;

/**
 * Finds out whether the provider can be reached and accepts the key, and which categories it has.
 *
 * @throws {CannotVerify} when it cannot be reached, rejects the key, or is not this service
 */
export async function probeProvider(
  provider: Provider,
  categoryId: bigint | undefined,
): Promise<ProbeResult> {
  const exchange = await catchError(Inconclusive, () => provider.send(listRequest));
  if (exchange instanceof Inconclusive) {
    throw new CannotVerify(`GET /pets could not be sent: ${exchange.message}.`);
  }
  const { response } = exchange;
  expectReachable(provider, response);
  await expectService(provider, response);
  // The checks report whatever is wrong with the response.
  const pets = tryParse(parsePetsResponse, response) ?? [];
  const listed = pets.length;
  if (categoryId !== undefined) {
    return { listed, categoryId, candidates: [] };
  }
  const likely = [...new Set(pets.map((pet) => pet.categoryId))].slice(0, maxCandidates);
  const candidates = [...new Set([...likely, 1n])];
  return { listed, categoryId: candidates[0] as bigint, candidates };
}

/**
 * Creates the first pet, to find a category that the provider accepts: the document does not list them
 * (section 2). The checks report whatever else is wrong with the response.
 *
 * @param candidates the categories to try; none when the user set one
 * @throws {CannotVerify} when the provider accepts none, or the key may not create
 */
export async function createFirstPet(
  pets: VerificationPets,
  candidates: readonly bigint[],
): Promise<void> {
  const { store } = pets;
  let rejected: { readonly exchange: Exchange; readonly name: string } | undefined;
  for (const categoryId of candidates.length === 0 ? [pets.categoryId] : candidates) {
    const newPet = { name: pets.createName(), categoryId, status: 'available' } as const;
    const exchange = await catchError(Inconclusive, () => store.post(newPet));
    if (exchange instanceof Inconclusive) {
      return;
    }
    if (exchange.response.status === 403) {
      throw new CannotVerify(
        `POST /pets returned ${store.describeResponse(exchange.response)}. The key may read but not ` +
          'create. Set --api-key to a key that may create, or add --read-only.',
      );
    }
    if (exchange.response.status !== 400) {
      const received = await catchError(CheckFailed, () => store.readCreated(exchange, newPet));
      if (!(received instanceof CheckFailed)) {
        pets.adopt(received.pet);
      }
      return;
    }
    rejected = { exchange, name: newPet.name };
  }
  if (rejected !== undefined && candidates.length > 0) {
    const { exchange, name } = rejected;
    throw new CannotVerify(
      `POST /pets returned ${store.describeResponse(exchange.response)}. It was sent with each of ` +
        `the categories ${candidates.join(', ')}; the document does not list the valid ones. If the ` +
        'provider rejects the category, set --category-id to a valid one. If it rejects something else ' +
        `in the pet, such as its name (${JSON.stringify(name)}), let it accept that.`,
    );
  }
}

/**
 * Checks that the key is still accepted; a single 401 does not count.
 *
 * @throws {CannotVerify} when the invalid keys have locked it out
 */
export async function expectNoLockout(provider: Provider): Promise<void> {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const exchange = await catchError(Inconclusive, () => provider.send(listRequest));
    if (exchange instanceof Inconclusive || exchange.response.status !== 401) {
      return;
    }
  }
  throw new CannotVerify(
    'The provider accepted the key at the beginning and rejects it at the end (401). The invalid keys ' +
      'that were sent may have locked it out. Set --api-key to a separate key without a lockout, and ' +
      'try again.',
  );
}
