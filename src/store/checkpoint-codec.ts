import type { Checkpoint, SandboxOrigin } from '../engine/sandbox/checkpoint.js';
import {
  type CodecContext,
  decodeLists,
  decodeStart,
  encodeLists,
  encodeStart,
  type Lists,
  listPets,
  type StoredLists,
  type StoredStart,
} from './change-codec.js';
import { readPets, readWithPets, writePets } from './pet-texts.js';

type StoredState = StoredLists & Omit<Checkpoint, keyof Lists | 'start' | 'test'>;

/** A checkpoint as JSON. Without a state, the sandbox is as it was created. */
export interface StoredCheckpoint {
  readonly origin: Omit<SandboxOrigin, 'start'> & { readonly start: StoredStart };
  readonly start?: StoredStart;
  readonly test?: string;
  readonly state?: StoredState;
}

/** Ends the JSON, which has no line break; the pets of the state follow. */
const separator = '\n';

/** Writes a sandbox that was just created. The store must have the pets that it refers to. */
export function encodeOrigin(origin: SandboxOrigin, context: CodecContext): string {
  const stored: StoredCheckpoint = {
    origin: { ...origin, start: encodeStart(origin.start, context) },
  };
  return JSON.stringify(stored) + separator;
}

/** Writes a checkpoint. The store must have the pets that it refers to. */
export async function encodeCheckpoint(
  origin: SandboxOrigin,
  checkpoint: Checkpoint,
  context: CodecContext,
): Promise<string> {
  const { start, test, rules, added, addedCount, replaced, retired, ...settings } = checkpoint;
  const lists = { rules, added, addedCount, replaced, retired };
  const stored: StoredCheckpoint = {
    origin: { ...origin, start: encodeStart(origin.start, context) },
    start: encodeStart(start, context),
    ...(test !== undefined && { test: context.secrets.hide(test) }),
    state: { ...settings, ...encodeLists(lists, context) },
  };
  const pets = await writePets(listPets(lists), context.secrets);
  return JSON.stringify(stored) + separator + pets;
}

interface ParsedCheckpoint {
  readonly stored: StoredCheckpoint;
  readonly pets: readonly string[];
}

/** Reads a checkpoint before the seeded pets that it refers to are there. */
export async function parseCheckpoint(
  text: string,
  { secrets }: CodecContext,
): Promise<ParsedCheckpoint> {
  const end = text.indexOf(separator);
  const stored = JSON.parse(text.slice(0, end)) as StoredCheckpoint;
  return { stored, pets: await readPets(text.slice(end + 1), secrets) };
}

export function listCheckpointHashes({ origin, start }: StoredCheckpoint): readonly string[] {
  return [origin.start.seeded, ...(start === undefined ? [] : [start.seeded])];
}

/**
 * Builds a checkpoint whose seeded pets are there.
 *
 * @throws {Error} when no simulator wrote it
 */
export function buildCheckpoint(
  { stored, pets }: ParsedCheckpoint,
  context: CodecContext,
): { readonly origin: SandboxOrigin; readonly checkpoint: Checkpoint | undefined } {
  const origin = { ...stored.origin, start: decodeStart(stored.origin.start, context) };
  const { start, test, state } = stored;
  const lists = readWithPets(pets, (nextPet) => state && decodeLists(state, nextPet, context));
  const checkpoint = start &&
    state &&
    lists && {
      ...state,
      ...lists,
      start: decodeStart(start, context),
      test: test === undefined ? undefined : context.secrets.show(test),
    };
  return { origin, checkpoint };
}
