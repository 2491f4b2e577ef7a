import type { Pet } from '../../document/pet.js';
import { namePrefix } from '../pets.js';
import type { ProviderRequest } from '../provider.js';
import { type Row, type RowKey, rows } from '../rows.js';
import { type Credential, otherForms } from '../send/credentials.js';
import { formatNewPet } from '../store.js';
import { type Check, type CheckContext, eventually } from './check.js';

function findCredential(key: RowKey, valid: string): Credential {
  if (key === 'valid' || key === 'invalid' || key === 'none') {
    return key;
  }
  const [bare, empty, basic] = otherForms(valid);
  return { bare, empty, basic }[key] ?? 'none';
}

/** Sets up what the row needs. */
async function setUp({ pets }: CheckContext, { state }: Row) {
  const { pet: status, pets: count, unusedId, category } = state;
  if (count !== undefined) {
    await pets.atLeast(count);
  }
  if (typeof category === 'bigint') {
    await pets.withCategory(category);
  }
  const pet =
    status === undefined
      ? undefined
      : await pets.withStatus(status === 'without a status' ? undefined : status);
  const id = unusedId ? await pets.unusedId() : pet?.id;
  return { id, categoryId: typeof category === 'bigint' ? category : pets.categoryId };
}

async function sendRow(context: CheckContext, row: Row): Promise<void> {
  const { store, pets } = context;
  const { method, hasId, query, body, status, petStatus, key = 'valid', state } = row;
  const { id, categoryId } = await setUp(context, row);
  if (status >= 400) {
    const newPet = typeof body === 'object' ? { ...body, categoryId } : undefined;
    const text = newPet ? formatNewPet(newPet) : (body as string | undefined);
    const request: ProviderRequest = {
      method,
      path: hasId ? `/pets/${id}` : '/pets',
      credential: findCredential(key, store.keys.valid),
      ...(text !== undefined && { body: text.replaceAll(namePrefix, pets.prefix) }),
      ...(text === undefined &&
        method === 'POST' && { headers: { 'Content-Type': 'application/json' } }),
    };
    return store.expectRejected(request, [status]);
  }
  if (typeof body === 'object') {
    await pets.create({ categoryId, ...(body.status && { status: body.status }) });
    return;
  }
  if (!hasId) {
    return eventually(context, async () => {
      const { pets: listed, exchange } = await store.list(query);
      if (state.pet !== undefined && listed.length === 0) {
        throw store.staleFailure(exchange, {
          expected: '200 with at least one pet',
          problem: 'the list is empty',
          mismatch: { path: '$', problem: 'must have a pet that exists' },
          causes: [{ title: 'a pet that exists is missing' }],
        });
      }
    });
  }
  return eventually(context, async () => {
    const { pet, exchange } = await store.get(id ?? 0n);
    if (petStatus !== undefined && petStatus !== 'optional' && pet.status !== petStatus) {
      const before: Pet = { ...pet, status: petStatus };
      throw store.createChange(exchange, `200 with the pet, which is ${petStatus}`, before, pet);
    }
  });
}

const createCheck = (row: Row): Check => ({
  section: row.section,
  requirement: row.requirement,
  quote: row.quote,
  ...(row.status === 201 && { creates: typeof row.state.category === 'bigint' ? 2 : 1 }),
  run: (context, cases) => cases.test(row.requirement, () => sendRow(context, row)),
});

/** Invalid bodies come after all others: one that is accepted may break every list after it. */
export const rowChecks: readonly Check[] = rows
  .filter(({ status }) => status !== 400)
  .map(createCheck);
export const invalidRowChecks: readonly Check[] = rows
  .filter(({ status }) => status === 400)
  .map(createCheck);
