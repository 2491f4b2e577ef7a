import { operationsByName } from '../../document/operations.js';
import { formatPet, type NewPet, type PetStatus } from '../../document/pet.js';
import { type Requirement, refusedName, requirements } from '../../document/requirements.js';
import { petMissingOrMoved } from '../../document/responses.js';
import type { Provider } from '../provider.js';
import { maxPage } from '../provider-client.js';
import { Inconclusive } from '../result.js';
import { burstChecks } from './bursts.js';
import { type Check, eventually, expectSamePet } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { finalCheck, firstListsCheck, pageChecks, readingChecks, shortPage } from './reading.js';
import { rejectingChecks } from './rejecting.js';
import { responseChecks } from './responses.js';

async function expectPage(provider: Provider, { state, request }: Requirement, id: bigint) {
  const { query } = request;
  const { pets, exchange } = await provider.list(query);
  if (query?.limit === maxPage && pets.length < maxPage) {
    throw new Inconclusive(
      `the list had ${pets.length} pets; ${maxPage} would show it, and ids that repeat later (set --max-pets 120)`,
    );
  }
  if (state.pet !== undefined && pets.length === 0) {
    await expectPet(provider, state.pet.status, id);
    throw provider.staleFailure(exchange, {
      expected: '200 with at least one pet',
      problem: 'the list is empty',
      cause: query?.limit === undefined ? petMissingOrMoved : shortPage,
    });
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

/** Sets up the state of a requirement, sends its request, and checks the response. */
async function checkRequirement(provider: Provider, requirement: Requirement): Promise<unknown> {
  const { state, request, response } = requirement;
  const { operation, body, key } = request;
  const { categoryId, id } = await provider.setUp(state);
  if (response.status >= 400) {
    const { method, path } = operationsByName[operation];
    const text = typeof body === 'object' ? formatPet({ ...body, categoryId }) : body;
    const none = method === 'POST' && { headers: { 'Content-Type': 'application/json' } };
    const sent = text && { body: text.replaceAll(refusedName, provider.createName()) };
    return provider.expectRejected(
      { method, path: path.replace('{petId}', `${id}`), credential: key, ...(sent ?? none) },
      response.status,
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
      return eventually(provider, () => expectPage(provider, requirement, id));
    case 'getPet':
      return eventually(provider, () => expectPet(provider, response.petStatus, id));
    default:
      return operation satisfies never;
  }
}

const requirementChecks = requirements.map(
  (one): Check => ({
    ...one,
    requirement: one.sentence,
    cases: (provider) => ({ [one.sentence]: () => checkRequirement(provider, one) }),
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
  // Those of invalid bodies are their last ones: if one is accepted, it may break every list.
  ...requirementChecks,
  ...rejectingChecks,
  finalCheck,
];
