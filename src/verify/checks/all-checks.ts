import { describeChange, formatNewPet } from '../bodies.js';
import { displaced } from '../causes.js';
import { unlikelyId } from '../pets.js';
import { Inconclusive } from '../result.js';
import { exampleOrigin, type Row, rows } from '../rows.js';
import { maxPage } from '../store.js';
import { burstChecks } from './bursts.js';
import { type Check, type CheckContext, eventually } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { firstListsCheck, pageChecks } from './listing.js';
import { finalCheck, readingChecks } from './reading.js';
import { rejectingChecks } from './rejecting.js';
import { responseChecks } from './responses.js';

/** Sends the request of a row, with what it needs. */
async function sendRow(context: CheckContext, row: Row): Promise<void> {
  const { store, pets } = context;
  const { method, hasId, query, body, status, petStatus, key, state } = row;
  if (state.pets !== undefined) {
    await pets.atLeast(state.pets);
  }
  const categoryId = typeof state.category === 'bigint' ? state.category : pets.categoryId;
  if (typeof state.category === 'bigint') {
    await pets.withCategory(state.category);
  }
  const wanted = state.pet === 'without a status' ? undefined : state.pet;
  const own = state.pet === undefined ? undefined : await pets.withStatus(wanted);
  const id = (state.unusedId ? unlikelyId : own?.id) ?? 0n;
  if (status >= 400) {
    const text = typeof body === 'object' ? formatNewPet({ ...body, categoryId }) : body;
    const sent =
      text === undefined
        ? method === 'POST' && { headers: { 'Content-Type': 'application/json' } }
        : { body: text.replaceAll(exampleOrigin, pets.prefix) };
    const path = hasId ? `/pets/${id}` : '/pets';
    const request = { method, path, ...(key && { credential: key }), ...sent };
    return store.expectRejected(request, status);
  }
  if (typeof body === 'object') {
    await (state.category === 'any' ? pets.createShared(body.status) : pets.create({ categoryId }));
    return;
  }
  return eventually(context, async () => {
    if (!hasId) {
      const page = await store.list(query);
      if (query?.limit === maxPage && page.pets.length < maxPage) {
        const reason = `the list had ${page.pets.length} pets; only ${maxPage} would show it`;
        throw new Inconclusive(reason);
      }
      if (state.pet !== undefined && page.pets.length === 0) {
        const problem = 'the list is empty';
        const expected = '200 with at least one pet';
        throw store.staleFailure(page.exchange, { expected, problem, cause: displaced });
      }
      return;
    }
    const { pet, exchange } = await store.get(id);
    if (petStatus !== undefined && petStatus !== 'optional' && pet.status !== petStatus) {
      const expected = `200 with the pet, which is ${petStatus}`;
      const before = { ...pet, status: petStatus };
      throw store.failure(exchange, describeChange(expected, before, pet));
    }
  });
}

const createChecks = (selected: readonly Row[]) =>
  selected.map(
    (row): Check => ({
      section: row.section,
      requirement: row.requirement,
      quote: row.quote,
      cases: (context) => ({ [row.requirement]: () => sendRow(context, row) }),
    }),
  );

/** Invalid bodies come after all others: one that is accepted may break every list after it. */
const rowChecks = createChecks(rows.filter(({ status }) => status !== 400));
const invalidRowChecks = createChecks(rows.filter(({ status }) => status === 400));

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
  ...rowChecks,
  ...invalidRowChecks,
  ...rejectingChecks,
  finalCheck,
];
