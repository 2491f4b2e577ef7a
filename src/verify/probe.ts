import { omitUndefined } from '../document/json.js';
import type { PetStatus } from '../document/pet.js';
import { parseJsonResponse, parsePetsResponse, tryParse } from './bodies.js';
import { unlikelyId, type VerificationPets } from './pets.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive } from './result.js';
import { isSuccess, NoResponse, type RawResponse } from './send/client.js';
import { type AnimalStore, maxPage } from './store.js';

/** Limits how many categories of listed pets are tried. */
const maxCandidates = 5;

function findHint({ status }: RawResponse): string | undefined {
  if (status >= 300 && status < 400) {
    return (
      'Redirects are not followed. Set --url to the target of the redirect, without /pets. If it only adds ' +
      'a slash, let the provider serve /pets itself.'
    );
  }
  if (status === 401 || status === 403) {
    return 'The provider rejects the key. Set --api-key to a valid key.';
  }
  if (status === 404) {
    return 'Check --url: the base URL usually ends in /v1; /pets is appended to it.';
  }
  return status >= 502 && status <= 504
    ? 'The provider or a gateway is unavailable. Try again later.'
    : undefined;
}

const listRequest = { method: 'GET', path: `/pets?limit=${maxPage}` } as const;

/** Whether a server returns something else with 2xx for a list, an unknown pet and a list without a key. */
async function isOtherService(store: AnimalStore, list: RawResponse): Promise<boolean> {
  const isList = Array.isArray(tryParse(parseJsonResponse, list));
  if (isList || !isSuccess(list.status)) {
    return false;
  }
  const pet = await store.send({ method: 'GET', path: `/pets/${unlikelyId}` });
  const open = await store.send({ method: 'GET', path: '/pets', credential: 'none' });
  return isSuccess(pet.response.status) && isSuccess(open.response.status);
}

/**
 * Finds out whether the provider can be reached and accepts the key, and which categories it has.
 *
 * @param categoryId the category that the user set
 * @returns how many pets the first list has, the category, and without one of the user the categories to
 *   try, the likeliest first
 * @throws {CannotVerify} when it cannot be reached, rejects the key, or is not this service
 */
export async function probeProvider(store: AnimalStore, categoryId: bigint | undefined) {
  const exchange = await catchError(Inconclusive, () => store.send(listRequest));
  if (exchange instanceof Inconclusive) {
    throw new CannotVerify(`GET /pets could not be sent: ${exchange.message}.`);
  }
  const { response } = exchange;
  const received = store.describer.describeResponse(response);
  if (response instanceof NoResponse) {
    throw new CannotVerify(
      `GET /pets got ${received}. Check that the provider runs, and that --url is right, with https:// ` +
        'for a server that uses TLS.',
    );
  }
  const hint = findHint(response);
  if (hint !== undefined) {
    throw new CannotVerify(`GET /pets returned ${received}. ${hint}`);
  }
  if ((await catchError(Inconclusive, () => isOtherService(store, response))) === true) {
    throw new CannotVerify(
      'This is not the Animal Store service: it returns 2xx for a list without a key and for a pet that ' +
        'does not exist. Set --url to the base URL of the service, which usually ends in /v1. ' +
        `GET /pets returned ${received}`,
    );
  }
  // The checks report whatever is wrong with the response.
  const pets = tryParse(parsePetsResponse, response) ?? [];
  const likely = [...new Set(pets.map((pet) => pet.categoryId))].slice(0, maxCandidates);
  const candidates = categoryId === undefined ? [...new Set([...likely, 1n])] : [];
  return { categoryId: categoryId ?? likely[0] ?? 1n, candidates };
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
  status: PetStatus | undefined,
): Promise<void> {
  const { store } = pets;
  let rejected = '';
  for (const categoryId of candidates.length === 0 ? [pets.categoryId] : candidates) {
    const newPet = pets.createNewPet(omitUndefined({ categoryId, status }));
    const exchange = await catchError(Inconclusive, () => store.post(newPet));
    if (exchange instanceof Inconclusive) {
      return;
    }
    const { response } = exchange;
    const received = `POST /pets returned ${store.describer.describeResponse(response)}.`;
    if (response.status === 403) {
      throw new CannotVerify(
        `${received} The key may read but not create. Set --api-key to a key that may create, or add ` +
          '--read-only.',
      );
    }
    if (response.status !== 400) {
      const created = await catchError(CheckFailed, () => pets.readCreated(exchange, newPet));
      if (!(created instanceof CheckFailed)) {
        pets.adopt(created.pet);
      }
      return;
    }
    const name = JSON.stringify(newPet.name);
    rejected =
      `${received} It was sent with each of the categories ${candidates.join(', ')}; the document does ` +
      'not list the valid ones. If the provider rejects the category, set --category-id to a valid one. ' +
      `If it rejects something else in the pet, such as its name (${name}), let it accept that.`;
  }
  if (candidates.length > 0) {
    throw new CannotVerify(rejected);
  }
}

/**
 * Checks that the key is still accepted; a single 401 does not count.
 *
 * @throws {CannotVerify} when the invalid keys have locked it out
 */
export async function expectNoLockout(store: AnimalStore): Promise<void> {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const exchange = await catchError(Inconclusive, () => store.send(listRequest));
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
