import * as z from 'zod/mini';
import { readState } from '../../contract/provider-states.js';
import { type Pet, petFields, petStatuses, responseFields } from '../../document/pet.js';
import { createSandboxKey } from '../../engine/admit.js';
import { listAll, readPet, type SnapshotPet } from '../../engine/pets.js';
import { checkRule } from '../../engine/rules.js';
import { route } from './route.js';
import { described, integer, maybe } from './schema-kit.js';
import { NewPet, Order, PetChange, RuleSchema } from './schemas.js';

const petId = described(z.string(), 'The identifier of the pet, as a string of digits.');

/** Integers by their value: as texts, 10 would come before 9. */
function comparePets(field: keyof Pet) {
  const isInteger = petFields.some(({ name, kind }) => name === field && kind === 'int64');
  const read = (pet: SnapshotPet) =>
    isInteger ? BigInt(pet[field] as string) : (pet[field] ?? '');
  return (one: SnapshotPet, other: SnapshotPet) =>
    Number(read(one) > read(other)) - Number(read(one) < read(other));
}

export const controlRoutes = {
  listAllPets: route({
    usesPets: true,
    summary: 'List of all pets',
    tool: { name: 'list_pets', effect: 'reads', defaults: { limit: 20 } },
    description:
      'Oldest first by default. Without `limit`, all that match are in one response. `total` is their number, listed or not.',
    input: {
      search: maybe(z.string(), 'A part of the name in any letter case, or of the identifier.'),
      status: maybe(z.enum([...petStatuses, 'none']), 'Only pets with this status, or with none.'),
      sort: maybe(
        z.enum(responseFields.Pet),
        'The field to sort by. Default: the order of their creation.',
      ),
      order: maybe(Order, 'Default: ascending.'),
      skip: maybe(integer(0), 'Number of pets before the first that is listed. Default: 0.'),
      limit: maybe(integer(1, 1_000), 'Maximum number of pets.'),
    },
    run: async (
      { sandboxes },
      sandbox,
      { search = '', status, sort, order, skip = 0, limit = Number.POSITIVE_INFINITY },
    ) => {
      const wanted = search.trim().toLowerCase();
      const isWanted = (pet: SnapshotPet) =>
        (status === undefined || (pet.status ?? 'none') === status) &&
        (pet.id.includes(wanted) || pet.name.toLowerCase().includes(wanted));
      const all = await sandboxes.read(sandbox, listAll);
      const found = all.map(readPet).filter(isWanted);
      if (sort !== undefined) {
        found.sort(comparePets(sort));
      }
      if (order === 'descending') {
        found.reverse();
      }
      return { pets: found.slice(skip, skip + limit), total: found.length };
    },
  }),
  addPet: route({
    usesPets: true,
    summary: 'New pet',
    status: 201,
    tool: { name: 'add_pet', effect: 'adds' },
    description:
      "As createPet, but without rules, settings or an entry in the journal. Without `id`, the service's scheme assigns one.",
    input: { body: NewPet },
    run: ({ sandboxes }, sandbox, { body }) => sandboxes.control(sandbox, 'addPet', body),
  }),
  changePet: route({
    usesPets: true,
    summary: 'Change of a pet',
    tool: { name: 'change_pet', effect: 'replaces' },
    description: 'A field that is left out stays as it is, and so does the place in the list.',
    input: { id: petId, body: PetChange },
    run: ({ sandboxes }, sandbox, { id, body }) =>
      sandboxes.control(sandbox, 'changePet', { ...body, id }),
  }),
  removePet: route({
    usesPets: true,
    summary: 'Removal of a pet',
    tool: { name: 'remove_pet', effect: 'replaces' },
    description: 'Its identifier is not assigned again.',
    input: { id: petId },
    run: ({ sandboxes }, sandbox, { id }) => sandboxes.control(sandbox, 'removePet', { id }),
  }),
  listRules: route({
    summary: 'List of rules',
    description:
      'Newest first, which is the order in which they are tried; the first that matches a request applies.',
    run: async ({ sandboxes }, sandbox) => ({
      rules: await sandboxes.read(sandbox, ({ rules }) => rules.map((rule) => ({ ...rule }))),
    }),
  }),
  addRule: route({
    summary: 'New rule, before all others',
    status: 201,
    tool: { name: 'force_response', effect: 'adds' },
    description: 'The header `Prefer` of a request takes precedence over all rules.',
    input: { body: RuleSchema },
    run: ({ sandboxes }, sandbox, { body: { headers = {}, ...rule } }) => {
      // Without a field, headers set nothing.
      const input = Object.keys(headers).length > 0 ? { ...rule, headers } : rule;
      checkRule(input);
      return sandboxes.control(sandbox, 'addRule', input);
    },
  }),
  removeRules: route({
    summary: 'Removal of all rules',
    tool: { name: 'remove_rules', effect: 'replaces' },
    description: 'Only the header `Prefer` still forces responses.',
    run: ({ sandboxes }, sandbox) => sandboxes.control(sandbox, 'removeRules', {}),
  }),
  removeRule: route({
    summary: 'Removal of one rule',
    description: 'The other rules stay.',
    input: { id: described(z.string(), 'The identifier of the rule.') },
    run: ({ sandboxes }, sandbox, { id }) => sandboxes.control(sandbox, 'removeRule', { id }),
  }),
  changeProviderState: route({
    usesPets: true,
    summary: 'Setup or teardown of a provider state',
    description:
      "The state change URL for a Pact verifier. Returns values for the interaction's request. A teardown removes no pets.",
    input: {
      body: z.object({
        state: z.string(),
        params: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
        action: z.optional(z.enum(['setup', 'teardown'])),
      }),
    },
    run: async ({ sandboxes, options: { apiKey } }, sandbox, { body }) => {
      const { state, params, action } = body;
      // Created pets stay: a sandbox is cheaper to leave than to clean.
      if (action === 'teardown') {
        return {};
      }
      const { key: kind, ...needed } = readState(state, params ?? {});
      const found = await sandboxes.control(sandbox, 'setUpState', needed);
      const [key = ''] = apiKey;
      const keys = { valid: createSandboxKey(key, sandbox), invalid: `no-${key}` };
      return { ...found, ...(kind && { apiKey: keys[kind] }) };
    },
  }),
};
