import * as z from 'zod/mini';
import { planState, toValues } from '../../contract/provider-states.js';
import { createBadRequest } from '../../document/errors.js';
import { scanPet } from '../../document/pet.js';
import { createSandboxKey } from '../../engine/admit.js';
import { listAll } from '../../engine/pets.js';
import { toSnapshotPet } from '../../engine/snapshot.js';
import { UsageError } from '../../options/usage-error.js';
import { LeftOut } from './exchange-schemas.js';
import { jsonText, nothing, route } from './route.js';
import { count, described, integer, maybe, texts } from './schema-kit.js';
import { NewPet, PetChange, StoredPet } from './schemas.js';

const petId = described(z.string(), 'The identifier of the pet, as a string of digits.');

export const petRoutes = {
  listAllPets: route(
    'List of all pets',
    'Oldest first. Without `limit`, all that match are in one response.',
    {
      input: {
        search: maybe(
          z.string().check(z.maxLength(256, { error: 'a text of at most 256 characters' })),
          'Only pets whose name contains this text, in any letter case, or whose identifier it is.',
        ),
        status: maybe(
          z.enum(['available', 'pending', 'sold', 'none']),
          'Only pets with this status, or with none.',
        ),
        skip: maybe(
          integer(0),
          'Number of pets before the first that is listed, for the next page. Default: 0.',
        ),
        limit: maybe(integer(1, 1_000), 'Maximum number of pets.'),
      },
      output: z.object({
        pets: z.array(StoredPet),
        total: count('Number of pets that match, listed or not.'),
      }),
      run: async (
        { sandboxes },
        sandbox,
        { search = '', status, skip = 0, limit = Number.POSITIVE_INFINITY },
      ) => {
        const all = await sandboxes.read(sandbox, ({ pets }) => listAll(pets));
        const wanted = search.trim().toLowerCase();
        const isWanted = (json: string) => {
          const pet = scanPet(json);
          return (
            (status === undefined || (pet.status ?? 'none') === status) &&
            (pet.id === wanted || (JSON.parse(pet.name) as string).toLowerCase().includes(wanted))
          );
        };
        const found = wanted === '' && status === undefined ? all : all.filter(isWanted);
        return { pets: found.slice(skip, skip + limit).map(toSnapshotPet), total: found.length };
      },
    },
  ),
  addPet: route(
    'New pet',
    "As createPet, but without rules, settings or an entry in the journal. Without `id`, the service's scheme assigns one.",
    {
      input: { body: NewPet },
      output: StoredPet,
      run: ({ sandboxes }, sandbox, { body }) => sandboxes.control(sandbox, 'addPet', body),
    },
  ),
  changePet: route(
    'Change of a pet',
    'A field that is left out stays as it is, and so does the place in the list.',
    {
      input: { id: petId, body: PetChange },
      output: StoredPet,
      run: ({ sandboxes }, sandbox, { id, body }) =>
        sandboxes.control(sandbox, 'changePet', { ...body, id }),
    },
  ),
  removePet: route('Removal of a pet', 'Its identifier is not assigned again.', {
    input: { id: petId },
    output: nothing,
    run: ({ sandboxes }, sandbox, { id }) => sandboxes.control(sandbox, 'removePet', { id }),
  }),
  changeProviderState: route(
    'Setup or teardown of a provider state',
    'The state change URL for a Pact verifier. A teardown removes no pets.',
    {
      input: {
        body: z.object({
          state: z.string(),
          params: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
          action: z.optional(z.enum(['setup', 'teardown'])),
        }),
      },
      output: described(texts, "Values for the interaction's request."),
      run: async (
        { sandboxes, options: { apiKey } },
        sandbox,
        { body: { state, params, action } },
      ) => {
        // What was created stays: a sandbox is cheaper to leave than to clean.
        if (action === 'teardown') {
          return {};
        }
        const needs = planState(state, params ?? {});
        const found = await sandboxes.control(sandbox, 'setUpState', needs);
        const keys = {
          valid: createSandboxKey(apiKey[0] as string, sandbox),
          invalid: `no-${apiKey[0]}`,
        };
        return { ...toValues(state, found, keys) };
      },
    },
  ),
  readPact: route(
    'Contract of what was used',
    'A Pact V4 contract of the uses of the service so far, in all sandboxes. It has only what the document promises. The same uses give the same bytes.',
    {
      input: {
        consumer: maybe(
          z.string(),
          'The name of the consumer, up to 100 printable characters. Default: that of `--consumer`.',
        ),
        needs: maybe(
          z.string(),
          'The fields of responses that the consumer reads, such as `Pet=id,name,Error=status`. Default: those of `--needs`, or else all.',
        ),
      },
      output: jsonText,
      run: async ({ readPact: read }, _sandbox, options) => {
        try {
          return (await read(options)).text;
        } catch (error) {
          throw error instanceof UsageError ? createBadRequest(error.message) : error;
        }
      },
    },
  ),
  readLeftOut: route(
    'Uses that are not in the contract',
    "The uses so far whose responses the document doesn't promise, by reason.",
    {
      input: {},
      output: z.object({ leftOut: z.array(LeftOut) }),
      run: ({ readLeftOut: read }) => ({ leftOut: [...read()] }),
    },
  ),
};
