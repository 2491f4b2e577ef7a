import * as z from 'zod/mini';
import { realTime } from '../../base/real-time.js';
import { changeClock, restoreClock } from '../../engine/clock.js';
import { maxDelay } from '../../engine/preferences.js';
import { checkRule } from '../../engine/rules.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { described, integer, maybe, object } from './schema-kit.js';
import {
  AllChoices,
  ClockMode,
  Instant,
  Int64,
  RuleStateSchema,
  Seed,
  StoredPet,
} from './schemas.js';

const delay = integer(0, maxDelay);

export const SnapshotSchema: z.ZodMiniType<Snapshot> = object(
  {
    snapshot: described(z.literal(1), 'The version of this format.'),
    seed: Seed,
    choices: AllChoices,
    delay: object({ from: delay, to: delay }, 'The delay of every response, in milliseconds.'),
    clock: object({
      mode: ClockMode,
      now: Instant,
      advanced: described(
        integer(Number.MIN_SAFE_INTEGER),
        'Lead of a real clock over the time of the machine, in milliseconds.',
      ),
    }),
    answered: described(integer(0), 'Number of responses with a random delay.'),
    numbered: described(integer(0, 1e12), 'Number of assigned identifiers.'),
    seeded: described(integer(0), 'Number of seeded pets; they come first in the list.'),
    rules: z.array(RuleStateSchema),
    rulesAdded: described(integer(0, 999_999_999), 'Number of rules ever added.'),
    removed: maybe(z.array(Int64), 'Identifiers that are not assigned again.'),
    pets: z.array(StoredPet),
  },
  'A sandbox as one JSON document.',
);

/** @throws {SimulatorError} `bad_request` for rules and times of the clock that the schema can't refuse */
export function checkSnapshot(snapshot: Snapshot): Snapshot {
  changeClock(restoreClock(snapshot.clock), {}, realTime.Date.now());
  snapshot.rules.forEach(checkRule);
  return snapshot;
}
