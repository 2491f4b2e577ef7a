import { operationsByName } from '../../document/operations.js';
import { formatPet, type NewPet, type PetStatus } from '../../document/pet.js';
import { type Requirement, refusedName, requirements } from '../../document/requirements.js';
import { maxListedPage, type Provider } from '../provider.js';
import { Inconclusive } from '../result.js';
import { burstChecks } from './bursts.js';
import { type Check, eventually, expectSamePet } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { finalCheck, firstListsCheck, pageChecks, readingChecks } from './reading.js';
import { bodiesCheck, noneCreatedCheck, responseChecks } from './requests.js';

async function expectPage(provider: Provider, { query }: Requirement['request']) {
  const { pets } = await provider.list(query);
  if (query?.limit === maxListedPage && pets.length < maxListedPage) {
    const { size } = provider.listed;
    const shown = `${pets.length} pets${size > pets.length ? ` (${size} were seen)` : ''}`;
    throw new Inconclusive(
      `the list had ${shown}; ${maxListedPage} would show it, and ids that repeat later (set --max-pets 120)`,
    );
  }
}

async function expectPet(
  provider: Provider,
  petStatus: PetStatus | 'any' | undefined,
  id: bigint,
): Promise<void> {
  const received = await provider.get(id);
  if (petStatus !== undefined && petStatus !== 'any') {
    const before = { ...received.pet, status: petStatus };
    await expectSamePet(provider, before, received, `200 with the pet, which is ${petStatus}`);
  }
}

async function checkRequirement(
  provider: Provider,
  requirement: Requirement,
  { categoryId, id }: Awaited<ReturnType<Provider['setUp']>>,
): Promise<unknown> {
  const { state, request, response } = requirement;
  const { operation, body, key } = request;
  if (response.status >= 400) {
    const { method, path, hasRequestBody } = operationsByName[operation];
    const text = typeof body === 'object' ? formatPet({ ...body, categoryId }) : body;
    const none = hasRequestBody && { headers: { 'Content-Type': 'application/json' } };
    const sent = text && { body: text.replaceAll(refusedName, provider.createName()) };
    return provider.expectRejected(
      { method, path: path.replace('{petId}', `${id}`), credential: key, ...(sent ?? none) },
      [response.status],
    );
  }
  switch (operation) {
    case 'createPet': {
      const { status } = Object(body) as NewPet;
      return state.categoryId === 'any'
        ? provider.createShared(status)
        : provider.create({ categoryId });
    }
    case 'listPets':
      return eventually(provider, () => expectPage(provider, request));
    case 'getPet':
      return eventually(provider, () => expectPet(provider, response.petStatus, id));
  }
  return operation satisfies never;
}

const requirementChecks = requirements.map(
  (one): Check => ({
    ...one,
    requirement: one.sentence,
    cases: async (provider) => {
      const values = await provider.setUp(one.state);
      return { [one.sentence]: () => checkRequirement(provider, one, values) };
    },
  }),
);

/** All checks, in the order in which they run. */
export const allChecks: readonly Check[] = [
  firstListsCheck,
  ...burstChecks,
  ...creatingChecks,
  ...responseChecks,
  ...readingChecks,
  ...keyChecks,
  // When there are more pets, but so few that pages show them if they can.
  ...pageChecks,
  // Requirements of invalid bodies come last: if one is accepted, it may break every list.
  ...requirementChecks,
  noneCreatedCheck,
  finalCheck,
  bodiesCheck,
];
