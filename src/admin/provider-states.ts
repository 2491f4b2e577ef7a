import { SimulatorError } from '../engine/interface/errors.js';
import { largestInt64 } from '../engine/interface/int64.js';
import { type Pet, type PetStatus, readStoredPet } from '../engine/pets/pet.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { createSandboxKey } from '../engine/sandbox/selection.js';
import { type StateStore, setUpState } from '../verification/pact/provider-states.js';
import type { Handler } from './call.js';
import { addPetTo } from './pets.js';

/** Sets provider states up in the catalogue of a sandbox, past its rules, latency and journal. */
class CatalogueStore implements StateStore {
  readonly validKey: string;
  readonly invalidKey: string;
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox, apiKey: string) {
    this.#sandbox = sandbox;
    this.validKey = createSandboxKey(apiKey, sandbox.name);
    this.invalidKey = `no-${apiKey}`;
  }

  /** That of the oldest pet. */
  get categoryId(): bigint {
    const oldest = { limit: 1, status: undefined, order: 'oldest-first' } as const;
    const [pet] = this.#sandbox.catalogue.page(oldest).map(readStoredPet);
    const categoryId = pet?.categoryId ?? 1n;
    this.withCategory(categoryId);
    return categoryId;
  }

  withCategory(categoryId: bigint): void {
    const { catalogue, choices } = this.#sandbox;
    if (choices['unknown-category'] === 'reject' && catalogue.lacksCategory(categoryId)) {
      throw new SimulatorError(
        'simulator_conflict',
        `createPet rejects the categoryId ${categoryId}, which no seeded pet has (unknown-category=reject). Choose unknown-category=accept, or a fixture that has it.`,
      );
    }
  }

  withStatus(status: PetStatus | undefined): Pet {
    const { choices } = this.#sandbox;
    const chosen = choices['omitted-status'] === 'available' ? 'available' : undefined;
    const stored = status ?? chosen;
    const pet = { name: 'provider state', categoryId: this.categoryId };
    const added = stored === undefined ? pet : { ...pet, status: stored };
    return readStoredPet(addPetTo(this.#sandbox, added));
  }

  unusedId(): bigint {
    let id = largestInt64;
    while (this.#sandbox.catalogue.find(id) !== undefined) {
      id -= 1n;
    }
    return id;
  }

  atLeast(count: number): void {
    while (this.#sandbox.catalogue.count(undefined) < count) {
      this.withStatus(undefined);
    }
  }
}

export const changeProviderState: Handler<'changeProviderState'> = async (context, call) => {
  const { state, params, action } = call.body;
  // What was created stays: a sandbox is cheaper to leave than to clean.
  if (action === 'teardown') {
    return {};
  }
  const change = { state, params: params ?? {} };
  return context.backend.update(call.sandbox, (sandbox) =>
    setUpState(change, new CatalogueStore(sandbox, context.apiKey)),
  );
};
