import type { Checkpoint, SandboxOrigin } from '../engine/sandbox/checkpoint.js';
import {
  type CodecContext,
  decodeLists,
  decodeStart,
  encodeLists,
  encodeStart,
  type Lists,
  type StoredLists,
  type StoredStart,
} from './change-codec.js';

type StoredState = StoredLists & Omit<Checkpoint, keyof Lists | 'start' | 'test'>;

/** A checkpoint as JSON. Without a state, the sandbox is as it was created. */
export interface StoredCheckpoint {
  readonly origin: Omit<SandboxOrigin, 'start'> & { readonly start: StoredStart };
  readonly start?: StoredStart;
  readonly test?: string;
  readonly state?: StoredState;
}

/** Writes a checkpoint as JSON; the store must have the pets that it refers to. */
export function encodeCheckpoint(
  origin: SandboxOrigin,
  checkpoint: Checkpoint | undefined,
  context: CodecContext,
): string {
  const stored: StoredCheckpoint = {
    origin: { ...origin, start: encodeStart(origin.start, context) },
  };
  if (checkpoint === undefined) {
    return JSON.stringify(stored);
  }
  const { start, test, rules, added, addedCount, replaced, retired, ...settings } = checkpoint;
  const lists = encodeLists({ rules, added, addedCount, replaced, retired }, context);
  return JSON.stringify({
    ...stored,
    start: encodeStart(start, context),
    ...(test !== undefined && { test: context.secrets.hide(test) }),
    state: { ...settings, ...lists },
  } satisfies StoredCheckpoint);
}

export function listCheckpointHashes({ origin, start }: StoredCheckpoint): readonly string[] {
  return [origin.start.seeded, ...(start === undefined ? [] : [start.seeded])];
}

/** Reads a checkpoint whose pets are there. */
export function decodeCheckpoint(
  stored: StoredCheckpoint,
  context: CodecContext,
): { readonly origin: SandboxOrigin; readonly checkpoint: Checkpoint | undefined } {
  const origin = { ...stored.origin, start: decodeStart(stored.origin.start, context) };
  const { start, test, state } = stored;
  const checkpoint = start &&
    state && {
      ...state,
      ...decodeLists(state, context),
      start: decodeStart(start, context),
      test: test === undefined ? undefined : context.secrets.show(test),
    };
  return { origin, checkpoint };
}
