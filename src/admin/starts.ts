import { loadPets } from '../catalogue/fixtures.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { SeededCatalogue } from '../engine/pets/pet-index.js';
import type { SandboxStart } from '../engine/sandbox/sandbox.js';
import { fixtureNames, optionTable, type ResolvedOptions } from '../options/table.js';
import { ControlError } from './errors.js';
import type { Reset } from './schemas.js';
import { readAllow } from './settings.js';

/** So many catalogues are kept ready, beside the one that the simulator starts with. */
const maxKept = 8;
/** One with more pets is made anew each time. */
const largestKept = 10_000;

/** The start of a sandbox that was reset to another seed, fixture or profile. */
export class Starts {
  readonly #options: ResolvedOptions;
  readonly #usual: SandboxStart;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Promise<readonly string[]>>();

  /** @param usual what every sandbox starts with */
  constructor(options: ResolvedOptions, usual: SandboxStart) {
    this.#options = options;
    this.#usual = usual;
  }

  /** @throws {ControlError} when there is no such start */
  async find(reset: Reset): Promise<SandboxStart> {
    const { profile, choose, seed = this.#usual.seed, allow } = reset;
    const choices =
      profile === undefined
        ? { ...this.#usual.choices, ...choose }
        : resolveChoices(profile, choose);
    const scheme = choices['id-scheme'];
    const isUsual =
      seed === this.#usual.seed &&
      reset.fixture === undefined &&
      reset.pets === undefined &&
      scheme === this.#usual.choices['id-scheme'];
    const seeded = isUsual
      ? this.#usual.seeded
      : await this.#seeded(this.#optionsOf(reset), scheme);
    const meant = readAllow(allow, this.#usual.allow);
    return { ...this.#usual, seeded, seed, choices, allow: meant };
  }

  #optionsOf({ fixture, pets, seed = this.#usual.seed }: Reset): ResolvedOptions {
    const generated = optionTable.fixture.default;
    if (fixture !== undefined && !fixtureNames.includes(fixture)) {
      const names = fixtureNames.join(', ');
      throw new ControlError(
        'malformed',
        `fixture of the body must be one of ${names}. Files are named at the start.`,
      );
    }
    if (pets !== undefined && (fixture ?? generated) !== generated) {
      throw new ControlError(
        'malformed',
        "pets and fixture of the body can't be said together: a fixture has as many pets as it has. Leave one out.",
      );
    }
    const named = pets === undefined ? fixture : generated;
    return {
      ...this.#options,
      seed,
      fixture: named ?? this.#options.fixture,
      pets: pets ?? this.#options.pets,
    };
  }

  #seeded(options: ResolvedOptions, scheme: SandboxStart['choices']['id-scheme']) {
    const key = JSON.stringify([options.fixture, options.seed, options.pets, scheme]);
    const seeded =
      this.#kept.get(key) ??
      loadPets(options).then((pets) => new SeededCatalogue(pets, scheme).pets);
    this.#kept.delete(key);
    this.#kept.set(key, seeded);
    const forget = () => this.#kept.delete(key);
    seeded.then(({ length }) => length > largestKept && forget(), forget);
    const [longestIdle] = this.#kept.keys();
    if (this.#kept.size > maxKept && longestIdle !== undefined) {
      this.#kept.delete(longestIdle);
    }
    return seeded;
  }
}
