import { missing } from '../causes.js';
import { describeChange, formatNewPet } from '../compare.js';
import { namePrefix } from '../pets.js';
import { type Row, rows } from '../rows.js';
import { type Check, type CheckContext, eventually } from './check.js';

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
  const id = (state.unusedId ? await pets.unusedId() : own?.id) ?? 0n;
  if (status >= 400) {
    const text = typeof body === 'object' ? formatNewPet({ ...body, categoryId }) : body;
    const sent =
      text === undefined
        ? method === 'POST' && { headers: { 'Content-Type': 'application/json' } }
        : { body: text.replaceAll(namePrefix, pets.prefix) };
    const path = hasId ? `/pets/${id}` : '/pets';
    return store.expectRejected({ method, path, ...(key && { credential: key }), ...sent }, [
      status,
    ]);
  }
  if (typeof body === 'object') {
    await pets.create({ categoryId, ...(body.status && { status: body.status }) });
    return;
  }
  return eventually(context, async () => {
    if (!hasId) {
      const page = await store.list(query);
      if (state.pet !== undefined && page.pets.length === 0) {
        const problem = 'the list is empty';
        const expected = '200 with at least one pet';
        throw store.staleFailure(page.exchange, { expected, problem, cause: missing });
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
  selected.map((row): Check => {
    const { section, requirement, quote, state, status } = row;
    const creates = typeof state.category === 'bigint' ? 2 : 1;
    return {
      section,
      requirement,
      quote,
      ...(status === 201 && { creates }),
      cases: (context) => ({ [requirement]: () => sendRow(context, row) }),
    };
  });

/** Invalid bodies come after all others: one that is accepted may break every list after it. */
export const rowChecks = createChecks(rows.filter(({ status }) => status !== 400));
export const invalidRowChecks = createChecks(rows.filter(({ status }) => status === 400));
