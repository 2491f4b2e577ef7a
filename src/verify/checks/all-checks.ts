import { operationsByName } from '../../document/operations.js';
import { formatPet, type NewPet, type PetStatus } from '../../document/pet.js';
import { type Requirement, refusedName, requirements } from '../../document/requirements.js';
import { petMissingOrMoved } from '../../document/responses.js';
import { maxPage } from '../provider-client.js';
import { Inconclusive } from '../result.js';
import { burstChecks } from './bursts.js';
import { type Check, type CheckContext, eventually, expectSamePet } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { firstListsCheck, pageChecks, shortPage } from './listing.js';
import { finalCheck, readingChecks } from './reading.js';
import { rejectingChecks } from './rejecting.js';
import { responseChecks } from './responses.js';

async function expectPage(context: CheckContext, { state, request }: Requirement, id: bigint) {
  const { store } = context;
  const { query } = request;
  const { pets, exchange } = await store.list(query);
  if (query?.limit === maxPage && pets.length < maxPage) {
    throw new Inconclusive(
      `the list had ${pets.length} pets; ${maxPage} would show it, and ids that repeat later (set --max-pets 120)`,
    );
  }
  if (state.pet !== undefined && pets.length === 0) {
    await expectPet(context, state.pet.status, id);
    const expected = '200 with at least one pet';
    throw store.staleFailure(exchange, {
      expected,
      problem: 'the list is empty',
      cause: query?.limit === undefined ? petMissingOrMoved : shortPage,
    });
  }
}

async function expectPet(
  context: CheckContext,
  petStatus: PetStatus | 'any' | undefined,
  id: bigint,
): Promise<void> {
  const received = await context.store.get(id);
  if (petStatus !== undefined && petStatus !== 'any') {
    const before = { ...received.pet, status: petStatus };
    await expectSamePet(context, before, received, `200 with the pet, which is ${petStatus}`);
  }
}

/** Sets up the state of a requirement, sends its request, and checks the response. */
async function checkRequirement(context: CheckContext, requirement: Requirement): Promise<void> {
  const { store, pets } = context;
  const { state, request, response } = requirement;
  const { operation, body, key } = request;
  const { categoryId, id } = await pets.setUp(state);
  if (response.status >= 400) {
    const { method, path } = operationsByName[operation];
    const text = typeof body === 'object' ? formatPet({ ...body, categoryId }) : body;
    const none = method === 'POST' && { headers: { 'Content-Type': 'application/json' } };
    return store.expectRejected(
      {
        method,
        path: path.replace('{petId}', String(id)),
        credential: key,
        ...(text === undefined ? none : { body: text.replaceAll(refusedName, pets.createName()) }),
      },
      response.status,
    );
  }
  switch (operation) {
    case 'createPet': {
      const { status } = Object(body) as NewPet;
      await (state.categoryId === 'any' ? pets.createShared(status) : pets.create({ categoryId }));
      return;
    }
    case 'listPets':
      return eventually(context, () => expectPage(context, requirement, id));
    case 'getPet':
      return eventually(context, () => expectPet(context, response.petStatus, id));
    default:
      operation satisfies never;
  }
}

const createChecks = (selected: readonly Requirement[]) =>
  selected.map(
    (one): Check => ({
      section: one.section,
      requirement: one.sentence,
      quote: one.quote,
      cases: (context) => ({ [one.sentence]: () => checkRequirement(context, one) }),
    }),
  );

const isOfBody = ({ response }: Requirement) => response.status === 400;
const requirementChecks = createChecks(requirements.filter((one) => !isOfBody(one)));
const bodyChecks = createChecks(requirements.filter(isOfBody));

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
  ...requirementChecks,
  ...bodyChecks,
  ...rejectingChecks,
  finalCheck,
];
