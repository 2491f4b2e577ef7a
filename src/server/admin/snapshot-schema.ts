import * as z from 'zod/mini';
import { described, integer, maybe, name, object } from './schema-kit.js';
import { AllChoices, Clock, Int64, Latency, RuleState, Seed, StoredPet } from './schemas.js';

export const Snapshot = name(
  'Snapshot',
  object(
    {
      snapshot: described(z.literal(1), 'The version of this format.'),
      seed: Seed,
      choices: AllChoices,
      latency: Latency,
      clock: Clock,
      answered: described(integer(0), 'Number of responses with a random latency.'),
      numbered: described(integer(0, 1e12), 'Number of assigned identifiers.'),
      seeded: described(integer(0), 'Number of seeded pets; they come first in the list.'),
      rules: z.array(RuleState),
      rulesAdded: described(
        integer(0, 999_999_999),
        'Number of rules ever added; it seeds the probability of the next one.',
      ),
      removed: maybe(
        z.array(Int64),
        'Identifiers of removed pets that would otherwise be assigned again.',
      ),
      pets: z.array(StoredPet),
    },
    'A sandbox as one JSON document.',
  ),
);
