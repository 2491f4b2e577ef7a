import type { PetStatus } from '../document/pet.js';
import {
  parseErrorResponse,
  parseJsonResponse,
  parsePetsResponse,
  tryParse,
} from '../document/responses.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import type { CheckContext } from './checks/check.js';
import { VerificationPets } from './pets.js';
import { maxPage, type ProviderClient } from './provider-client.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive } from './result.js';
import { isSuccess, NoResponse, type RawResponse } from './send/client.js';

/** What helps with the first response, by its status. */
const hints: Readonly<Record<string, string>> = {
  '3..':
    'Redirects are not followed. Set --url to the target of the redirect, without /pets. If it only adds ' +
    'a slash, let the provider serve /pets itself.',
  '401|403': 'The provider rejects the key. Set --api-key to a valid key.',
  '404': 'Check --url: the base URL usually ends in /v1; /pets is appended to it.',
  '50[234]': 'The provider or a gateway is unavailable. Try again later.',
};

function findHint(response: RawResponse): string | undefined {
  const { status } = response;
  // A gateway answers in its own way.
  return (status === 401 || status === 403) && !tryParse(parseErrorResponse, response)
    ? 'This is no Error (section 7): the provider may reject the key, or a gateway before it may need a header. ' +
        'Set --api-key to a valid key, or --header.'
    : Object.entries(hints).find(([one]) => new RegExp(`^(${one})$`).test(`${status}`))?.[1];
}

/** Finds whether createPet is at the URL: a service may have 404 for an empty list. */
const hasCreatePet = (store: ProviderClient) =>
  store.send({ method: 'POST', path: '/pets', body: '{}' }).then(
    ({ response: { status } }) => [201, 400, 422].includes(status),
    () => false,
  );

/** Limits how many categories of listed pets are tried. */
const maxCategories = 5;

/**
 * Finds out whether the provider can be reached and accepts the key, and which categories it may have.
 *
 * @param categoryId the category that the user set
 * @returns that category, or those of listed pets, and 1
 * @throws {CannotVerify} when it cannot be reached, rejects the key, or is not this service
 */
export async function probeProvider(
  store: ProviderClient,
  categoryId: bigint | undefined,
): Promise<readonly [bigint, ...bigint[]]> {
  const request = { method: 'GET', path: `/pets?limit=${maxPage}` };
  const exchange = await catchError(Inconclusive, () => store.send(request));
  if (exchange instanceof Inconclusive) {
    throw new CannotVerify(`GET /pets could not be sent: ${exchange.message}.`);
  }
  const { response } = exchange;
  const received = store.evidenceFormatter.describeResponse(response);
  if (response instanceof NoResponse) {
    if (response.hasHead) {
      // The checks report it.
      return [categoryId ?? 1n];
    }
    throw new CannotVerify(
      `GET /pets got ${received}. Check that the provider runs, and that --url is right, with https:// ` +
        'for a server that uses TLS.',
    );
  }
  const hint = findHint(response);
  if (hint !== undefined && !(response.status === 404 && (await hasCreatePet(store)))) {
    throw new CannotVerify(`GET /pets returned ${received}. ${hint}`);
  }
  if (isSuccess(response.status) && !Array.isArray(tryParse(parseJsonResponse, response))) {
    const open = await catchError(Inconclusive, () =>
      store.send({ ...request, credential: 'none' }),
    );
    if (!(open instanceof Inconclusive) && isSuccess(open.response.status)) {
      throw new CannotVerify(
        'This is not the Animal Store service: GET /pets needs no key, and returns no list. Set --url to the ' +
          `base URL of the service, which usually ends in /v1. It returned ${received}`,
      );
    }
  }
  const pets = tryParse(parsePetsResponse, response) ?? [];
  const listed = new Set(pets.map((pet) => pet.categoryId));
  const [first = 1n, ...others] = [...listed].slice(0, maxCategories);
  return categoryId === undefined ? [first, ...others, 1n] : [categoryId];
}

/**
 * Creates what the checks of a verification share.
 *
 * @param prefix begins the names of its pets
 * @throws {CannotVerify} when the provider can't be verified
 */
export async function createContext(
  store: ProviderClient,
  { categoryId, timeout, rereadAfter }: ResolvedVerifyOptions,
  prefix: string,
): Promise<CheckContext> {
  const pets = new VerificationPets(store, await probeProvider(store, categoryId), prefix);
  return { store, pets, retryBudget: timeout, rereadAfter };
}

/** @throws {CannotVerify} when the invalid keys have locked the key out; a single 401 does not count */
export async function expectNoLockout(store: ProviderClient): Promise<void> {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const exchange = await catchError(Inconclusive, () =>
      store.send({ method: 'GET', path: '/pets' }),
    );
    if (exchange instanceof Inconclusive || exchange.response.status !== 401) {
      return;
    }
  }
  throw new CannotVerify(
    'The provider accepted the key at the beginning and rejects it at the end (401). The invalid keys that ' +
      'were sent may have locked it out. Set --api-key to a separate key without a lockout, and try again.',
  );
}

/**
 * Creates the first pet, to find a category that the provider accepts: the document lists none (section 2). The
 * checks report what is wrong with the response, unless options may be the reason.
 *
 * @throws {CannotVerify} when the provider may not accept the category, or the key may not create
 */
export async function createFirstPet(
  pets: VerificationPets,
  status: PetStatus | undefined,
): Promise<void> {
  let failed: unknown;
  let received = '';
  for (const categoryId of pets.categories) {
    pets.categoryId = categoryId;
    pets.shared.delete(status);
    failed = await catchError(Error, () => pets.createShared(status));
    received = failed instanceof CheckFailed ? failed.evidence.received : '';
    if (!received.startsWith('400 ')) {
      break;
    }
  }
  if (received.startsWith('403 ')) {
    throw new CannotVerify(
      `POST /pets returned ${received}. The key may read but not create. Set --api-key to a key that may ` +
        'create, or add --read-only.',
    );
  }
  if (failed instanceof CheckFailed && received.startsWith('400 ') && pets.categories.length > 1) {
    throw new CannotVerify(
      `${failed.message}. The document does not list the valid categories: if the provider rejects this one, ` +
        'set --category-id. If it rejects something else, such as the name, let it accept that.',
    );
  }
}
