import { formatSeededKey } from '../../catalogue/included-pets.js';
import { createBadRequest, SimulatorError } from '../../document/errors.js';
import { resolveChoices } from '../../document/open-points.js';
import { convertPet } from '../../document/pet.js';
import { type AllowedNote, allowableNotes } from '../../engine/notes.js';
import { createSeededList } from '../../engine/pets.js';
import type { SandboxSettings, SandboxStart } from '../../engine/sandbox.js';
import { delayRange } from '../../options/readers.js';
import { optionTable } from '../../options/table.js';
import type { AdminContext } from './route.js';
import type { Reset, SettingsChange } from './schemas.js';

/** The fixture whose pets are generated from a seed. */
const generated = optionTable.fixture.default;

/** The settings of a sandbox: the simulator's own, with those of a test in their place. */
export function mergeSettings(
  { profile, choices, delay, allow = [], needs }: SettingsChange,
  own: SandboxSettings,
): SandboxSettings {
  const isExpected = (note: AllowedNote) => allow.includes(note) || own.allow.includes(note);
  return {
    choices: profile ? resolveChoices(profile, choices) : { ...own.choices, ...choices },
    delay: delayRange.read(delay) ?? own.delay,
    allow: allowableNotes.filter(isExpected),
    needs,
  };
}

/** @throws {SimulatorError} in front of a service, whose pets they are */
export function checkOwnPets({ upstream }: AdminContext['options']): void {
  if (upstream !== undefined) {
    throw new SimulatorError(
      'simulator_conflict',
      `The pets are those of the service at ${upstream}, so the simulator can't read or change them here. ` +
        'Use the operations of the service.',
    );
  }
}

/** @throws {SimulatorError} when a fixture is named with pets, or two pets have one id */
export async function loadStart(
  reset: Reset,
  { sandboxes, options, loadSeeded }: AdminContext,
): Promise<SandboxStart> {
  const { start } = sandboxes;
  const {
    seed = start.seed,
    pets,
    fixture = pets === undefined ? options.fixture : generated,
  } = reset;
  if (pets !== undefined && fixture !== generated) {
    throw createBadRequest(
      'pets and fixture of the body must not be used together, since a fixture has its own pets. Leave one out.',
    );
  }
  if (reset.pets !== undefined || reset.fixture !== undefined || reset.seed !== undefined) {
    checkOwnPets(options);
  }
  const settings = mergeSettings(reset, start.settings);
  const scheme = settings.choices['id-scheme'];
  const to = { ...start, seed, settings };
  if (typeof pets === 'object') {
    const seeded = createSeededList(
      pets.map((pet) => convertPet(pet, BigInt)),
      scheme,
    );
    return { ...to, seeded, seededKey: undefined };
  }
  const seededKey = formatSeededKey({ fixture, seed, pets: pets ?? options.pets }, scheme);
  return seededKey === start.seededKey
    ? to
    : { ...to, seeded: await loadSeeded(seededKey), seededKey };
}
