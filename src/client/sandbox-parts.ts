import type {
  ClockChange,
  ClockReading,
  Settings,
  SettingsChange,
  SnapshotPet,
} from '../admin/schemas.js';
import type { NewPet, Pet } from '../engine/pets/pet.js';
import type { SandboxCaller } from './transport.js';

/** The time of a sandbox: real, or frozen at an instant. */
export class SandboxClock {
  readonly #call: SandboxCaller;

  constructor(call: SandboxCaller) {
    this.#call = call;
  }

  async now(): Promise<Date> {
    const reading = await this.#call({ method: 'GET', path: '/clock' });
    return new Date((reading as ClockReading).now);
  }

  /** Stands still at an instant, or now. */
  async freeze(at?: Date | string): Promise<void> {
    const now = at instanceof Date ? at.toISOString() : at;
    await this.#change({ mode: 'frozen', ...(now === undefined ? {} : { now }) });
  }

  /** Goes forward by so many milliseconds, or back; a real clock runs on from there. */
  async advance(milliseconds: number): Promise<void> {
    await this.#change({ advance: milliseconds });
  }

  /** Runs as real time does. */
  async release(): Promise<void> {
    await this.#change({ mode: 'real' });
  }

  async #change(change: ClockChange): Promise<void> {
    await this.#call({ method: 'PUT', path: '/clock', body: change });
  }
}

/** A NewPet; a category that a double can hold may be a number. */
export type NewPetInput = Omit<NewPet, 'categoryId'> & { readonly categoryId: bigint | number };

function petOf({ id, categoryId, name, status }: SnapshotPet): Pet {
  const pet = { id: BigInt(id), name, categoryId: BigInt(categoryId) };
  return status === undefined ? pet : { ...pet, status };
}

/** The pets of a sandbox, without leaving a trace in its journal. */
export class SandboxPets {
  readonly #call: SandboxCaller;

  constructor(call: SandboxCaller) {
    this.#call = call;
  }

  /** All of them, the oldest first, however many there are. */
  async list(): Promise<Pet[]> {
    const reply = await this.#call({ method: 'GET', path: '/pets' });
    return (reply as { readonly pets: SnapshotPet[] }).pets.map(petOf);
  }

  /** Adds one, whatever rules and settings say. */
  async add({ categoryId, ...pet }: NewPetInput): Promise<Pet> {
    const body = { ...pet, categoryId: String(categoryId) };
    return petOf((await this.#call({ method: 'POST', path: '/pets', body })) as SnapshotPet);
  }
}

/** How a sandbox behaves where the document is silent, how slow it is, and what its test intends. */
export class SandboxSettings {
  readonly #call: SandboxCaller;

  constructor(call: SandboxCaller) {
    this.#call = call;
  }

  async read(): Promise<Settings> {
    return (await this.#call({ method: 'GET', path: '/settings' })) as Settings;
  }

  /**
   * Sets them; what isn't said becomes as the simulator was started. Pets stay as they are.
   *
   * @example
   * // What is sent from here on may be wrong: the summary and `--fail-on` know that it is meant so.
   * await sandbox.settings.set({ allow: ['violation'] });
   */
  async set(settings: SettingsChange): Promise<Settings> {
    return (await this.#call({ method: 'PUT', path: '/settings', body: settings })) as Settings;
  }
}
