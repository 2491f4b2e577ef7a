import { petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { petProblems } from '../../document/responses.js';
import type { Provider } from '../provider.js';
import { CheckFailed, catchError, Inconclusive } from '../result.js';
import { createExcluded } from '../send/sender.js';
import { type Check, expectReadBack, settleAll } from './check.js';
import { expectAllListed } from './reading.js';
import { createValidRequests } from './requests.js';

/** Number of requests that must be allowed at once. */
const burstSize = 20;
/** Each stays as a pet. */
const createdAtOnce = 11;
const equalBodies = 4;

const take = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** After a failure, all other requests go one at a time: otherwise others would fail, and not the same ones each time. */
async function sendBurst(
  { client }: Provider,
  count: number,
  send: (index: number) => Promise<unknown>,
): Promise<void> {
  if (client.limit < burstSize) {
    throw new Inconclusive(
      `${burstSize} requests at once were not sent after ${client.limitReason}`,
    );
  }
  const failed = await catchError(CheckFailed, () =>
    settleAll(Array.from({ length: count }, (_, index) => send(index))),
  );
  if (failed instanceof CheckFailed) {
    client.limit = 1;
    client.limitReason = 'a request failed beside others (mend that first)';
    // One request alone does not repeat it.
    const { curl: _, ...evidence } = failed.evidence;
    const request = `${evidence.request} beside ${count - 1} other requests`;
    throw new CheckFailed({ ...evidence, request });
  }
}

export const burstChecks: readonly Check[] = [
  {
    requirement: 'concurrent createPet requests create separate pets, even with equal bodies',
    ...quotes.id,
    isInOrder: true,
    async cases(provider) {
      if (provider.options.readOnly) {
        throw createExcluded();
      }
      // A failure here is not due to concurrent requests.
      const { id: latest } = await provider.withStatus('available');
      // A provider must not remember that there was no such pet.
      await provider.send({ method: 'GET', path: `/pets/${latest + 1n}` });
      const before = provider.pets.length;
      const equal = { name: provider.createName() };
      const createOne = async (index: number) => {
        const status = take([...petStatuses, undefined], index);
        const received = await (index < equalBodies
          ? provider.offer(provider.createNewPet(equal))
          : provider.create(status && { status }));
        if (received === undefined) {
          throw new Inconclusive('the provider rejects equal names, as it may');
        }
        const { pet, exchange } = received;
        if (provider.pets.filter(({ id }) => id === pet.id).length > 1) {
          throw provider.failure(exchange, {
            expected: 'a unique id',
            problem: 'the id is that of another pet',
            cause: petProblems.sameId,
          });
        }
      };
      return {
        'createPet at once': () => sendBurst(provider, createdAtOnce, createOne),
        'listPets with all pets': () => expectAllListed(provider, provider.pets.slice(before)),
      };
    },
  },
  {
    requirement: 'concurrent requests each get their own response',
    ...quotes.requested,
    async cases(provider) {
      const statuses = provider.options.readOnly ? (['available'] as const) : petStatuses;
      const known = await Promise.all(statuses.map((status) => provider.withStatus(status)));
      await Promise.all(
        known.map((pet) => catchError(CheckFailed, () => expectReadBack(provider, pet))),
      );
      const wrongKeys = Object.values(createValidRequests(provider, take(known, 0)))
        .filter((request) => provider.allows(request))
        .flatMap((request) =>
          (['invalid', 'none'] as const).map((credential) => ({ ...request, credential })),
        );
      const expected = 'the requested pet, beside other requests';
      const sendOne = (index: number) =>
        index % 4 === 0
          ? provider.expectRejected(take(wrongKeys, index / 4), [401])
          : expectReadBack(provider, take(known, index), expected);
      return { 'requests at once': () => sendBurst(provider, burstSize, sendOne) };
    },
  },
];
