import { attempt } from '../base/text.js';
import type { PetStatus } from '../document/pet.js';
import { parseErrorResponse, parseJsonResponse, parsePetsResponse } from '../document/responses.js';
import {
  createPetRequest,
  type Exchange,
  listPetsRequest,
  type ProviderRequest,
} from './evidence.js';
import { maxListedPage, type Provider } from './provider.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive } from './result.js';
import { isSuccess, NoResponse, type RawResponse } from './send/client.js';

/** Advice about the first response, by its status. */
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
  return (status === 401 || status === 403) && !attempt(() => parseErrorResponse(response))
    ? 'This is no Error (section 7): the provider may reject the key, or a gateway before it may need a header. ' +
        'Set --api-key to a valid key, or --header.'
    : Object.entries(hints).find(([one]) => new RegExp(`^(${one})$`).test(`${status}`))?.[1];
}

const maxCategories = 5;

/** Finds the status of a response; 0 for none. */
async function findStatus(provider: Provider, request: ProviderRequest): Promise<number> {
  const exchange = await catchError(Inconclusive, () => provider.send(request));
  return exchange instanceof Inconclusive ? 0 : exchange.response.status;
}

/** Finds whether createPet is at the URL: a service may have 404 for an empty list. */
const hasCreatePet = async (provider: Provider) =>
  [201, 400, 422].includes(await findStatus(provider, { ...createPetRequest, body: '{}' }));

/**
 * Lists pets, and sets the categories that the provider may have: the one that the user set, or those of the pets
 * and 1.
 *
 * @throws {CannotVerify} when it cannot be reached, rejects the key, or is not this service
 */
export async function probeProvider(provider: Provider): Promise<Exchange> {
  const { categoryId } = provider.options;
  const request = { method: 'GET', path: `/pets?limit=${maxListedPage}` };
  const exchange = await catchError(Inconclusive, () => provider.send(request));
  if (exchange instanceof Inconclusive) {
    throw new CannotVerify(`GET /pets could not be sent: ${exchange.message}.`);
  }
  const { response } = exchange;
  const received = provider.evidenceFormatter.describeResponse(response);
  if (response instanceof NoResponse) {
    if (response.hasHead) {
      // The checks report it.
      provider.categories = [categoryId ?? 1n];
      return exchange;
    }
    throw new CannotVerify(
      `GET /pets got ${received}. Check that the provider runs, and that --url is right, with https:// ` +
        'for a server that uses TLS.',
    );
  }
  const hint = findHint(response);
  if (hint !== undefined && !(response.status === 404 && (await hasCreatePet(provider)))) {
    throw new CannotVerify(`GET /pets returned ${received}. ${hint}`);
  }
  if (
    isSuccess(response.status) &&
    !Array.isArray(attempt(() => parseJsonResponse(response))) &&
    isSuccess(await findStatus(provider, { ...request, credential: 'none' }))
  ) {
    throw new CannotVerify(
      'This is not the Animal Store service: GET /pets needs no key, and returns no list. Set --url to the ' +
        `base URL of the service, which usually ends in /v1. It returned ${received}`,
    );
  }
  const pets = attempt(() => parsePetsResponse(response)) ?? [];
  const listed = new Set(pets.map((pet) => pet.categoryId));
  const categories = [...[...listed].slice(0, maxCategories), 1n];
  provider.categories = categoryId === undefined ? categories : [categoryId];
  return exchange;
}

/** @throws {CannotVerify} when the invalid keys have locked the key out; a single 401 does not count */
export async function expectNoLockout(provider: Provider): Promise<void> {
  const isRejected = async () => (await findStatus(provider, listPetsRequest)) === 401;
  if ((await isRejected()) && (await isRejected())) {
    throw new CannotVerify(
      'The provider accepted the key at the beginning and rejects it at the end (401). The invalid keys that ' +
        'were sent may have locked it out. Set --api-key to a separate key without a lockout, and try again.',
    );
  }
}

/**
 * Creates the first pet, to find a category that the provider accepts. The checks report what else is wrong.
 *
 * @throws {CannotVerify} when the provider may not accept the category, or the key may not create
 */
export async function createFirstPet(
  provider: Provider,
  status: PetStatus | undefined,
): Promise<void> {
  const { categories, options } = provider;
  for (;;) {
    const failed = await catchError(Error, () => provider.createShared(status));
    const received = failed instanceof CheckFailed ? failed.evidence.received : '';
    if (received.startsWith('403 ')) {
      throw new CannotVerify(
        `POST /pets returned ${received}. The key may read but not create. Set --api-key to a key that may ` +
          'create, or add --read-only.',
      );
    }
    const isRejected = failed instanceof CheckFailed && received.startsWith('400 ');
    if (!isRejected || options.categoryId !== undefined) {
      return;
    }
    if (categories.length === 1) {
      throw new CannotVerify(
        `${failed.message}. The document does not list the valid categories: if the provider rejects this one, ` +
          'set --category-id. If it rejects something else, such as the name, let it accept that.',
      );
    }
    categories.shift();
    provider.shared.delete(status);
  }
}
