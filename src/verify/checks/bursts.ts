import { petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { petMissingOrMoved } from '../../document/responses.js';
import { everyStatus } from '../pets.js';
import { createExcluded } from '../provider-client.js';
import { CheckFailed, catchError, Inconclusive } from '../result.js';
import { type Check, type CheckContext, expectReadBack, settleAll } from './check.js';
import { expectAllListed } from './listing.js';
import { createValidRequests } from './responses.js';

/** How many requests must be allowed at once. */
const burstSize = 20;
/** Each stays as a pet. */
const createdAtOnce = 11;

/** How many createPet requests of a burst have equal bodies. */
const equalBodies = 4;

/** Takes the elements of a list one after another, again and again. */
const take = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/**
 * Sends many requests at once. After a failure, all other requests of the verification are sent one at a
 * time: otherwise other requirements would fail too, and not the same ones each time.
 *
 * @param send one of the requests, by its number
 */
async function sendBurst(
  { store: { client } }: CheckContext,
  count: number,
  send: (index: number) => Promise<unknown>,
): Promise<void> {
  if (client.limit < burstSize) {
    throw new Inconclusive(`${client.limitReason} excludes ${burstSize} requests at once`);
  }
  const failed = await catchError(CheckFailed, () =>
    settleAll(Array.from({ length: count }, (_, index) => send(index))),
  );
  if (failed instanceof CheckFailed) {
    client.limit = 1;
    client.limitReason = 'an earlier failure beside other requests';
    // One request alone does not repeat it.
    const { curl: _, ...evidence } = failed.evidence;
    const request = `${evidence.request} beside ${count - 1} other requests`;
    throw new CheckFailed({ ...evidence, request });
  }
}

/**
 * What holds for one request at a time may break where a provider shares state between requests, computes
 * ids from what it has read, or runs out of connections.
 */
export const burstChecks: readonly Check[] = [
  {
    requirement: 'concurrent createPet requests create separate pets, even with equal bodies',
    ...quotes.id,
    isInOrder: true,
    async cases(context) {
      const { store, pets } = context;
      if (store.readOnly) {
        throw createExcluded();
      }
      // What fails here does not fail because of concurrent requests.
      const { id: latest } = await pets.withStatus('available');
      // A provider must not remember that there was no such pet.
      await store.send({ method: 'GET', path: `/pets/${latest + 1n}` });
      const before = new Set(pets.created);
      const ids = new Set(pets.created.map(({ id }) => id));
      const equal = { name: pets.createName() };
      const createOne = async (index: number) => {
        const status = take(everyStatus, index);
        const received = await (index < equalBodies
          ? pets.offer(pets.createNewPet(equal))
          : pets.create(status && { status }));
        if (received === undefined) {
          throw new Inconclusive('the provider rejects equal names with 400, as it may');
        }
        const { pet, exchange } = received;
        if (ids.has(pet.id)) {
          throw store.failure(exchange, {
            expected: 'a unique id',
            problem: 'the id is that of another pet',
            cause: petMissingOrMoved,
          });
        }
        ids.add(pet.id);
      };
      return {
        'createPet at once': () => sendBurst(context, createdAtOnce, createOne),
        'listPets with all pets': () =>
          expectAllListed(
            context,
            pets.created.filter((pet) => !before.has(pet)),
          ),
      };
    },
  },
  {
    requirement: 'concurrent requests each get their own response',
    ...quotes.requested,
    async cases(context) {
      const { store, pets } = context;
      const statuses = store.readOnly ? (['available'] as const) : petStatuses;
      const known = await Promise.all(statuses.map((status) => pets.withStatus(status)));
      await Promise.all(
        known.map((pet) => catchError(CheckFailed, () => expectReadBack(context, pet))),
      );
      const wrongKeys = Object.values(createValidRequests(context, take(known, 0)))
        .filter((request) => store.allows(request))
        .flatMap((request) => [
          { ...request, credential: 'invalid' } as const,
          { ...request, credential: 'none' } as const,
        ]);
      const expected = 'the requested pet, beside other requests';
      const sendOne = (index: number) =>
        index % 4 === 0
          ? store.expectRejected(take(wrongKeys, index / 4), 401)
          : expectReadBack(context, take(known, index), expected);
      return { 'requests at once': () => sendBurst(context, burstSize, sendOne) };
    },
  },
];
