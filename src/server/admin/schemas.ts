import * as z from 'zod/mini';
import { readInt64 } from '../../document/int64.js';
import {
  type ChoiceOf,
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
  profileNames,
} from '../../document/open-points.js';
import { type OperationName, operations } from '../../document/operations.js';
import { petStatuses } from '../../document/pet.js';
import { responseFields } from '../../document/response-fields.js';
import type { ClockChange, ClockReading } from '../../engine/clock.js';
import type { PetInput, PetUpdate, SandboxSummary } from '../../engine/control.js';
import { outcomes } from '../../engine/exchange.js';
import type { Latency as EngineLatency } from '../../engine/latency.js';
import { allowableNotes } from '../../engine/notes.js';
import type { SnapshotPet } from '../../engine/pets.js';
import { maxDelay } from '../../engine/preferences.js';
import type { SandboxSettings } from '../../engine/sandbox.js';
import { readInstant } from '../../options/readers.js';
import { fixtureNames } from '../../options/table.js';
import {
  change,
  count,
  described,
  integer,
  maybe,
  name,
  object,
  pattern,
  text,
  texts,
  wholeNumber,
} from './schema-kit.js';

export const SandboxName = name(
  'SandboxName',
  pattern('^[A-Za-z0-9_-]{1,64}$', '1 to 64 letters, digits, hyphens and underscores'),
);
export const Operation = name(
  'OperationName',
  z.enum(operations.map((operation) => operation.name) as [OperationName]),
);
export const Instant = name(
  'Instant',
  text(
    (value) => readInstant(value) !== undefined,
    'an instant such as 2030-12-05T00:00:00Z (ISO 8601)',
    { format: 'instant' },
  ),
);
export const Int64 = name(
  'Int64',
  text((value) => readInt64(value) !== undefined, 'an int64 as a string of digits, such as "7"', {
    format: 'int64-digits',
  }),
);
const Profile = name(
  'Profile',
  described(z.enum(profileNames), 'A named set of choices for all open points.'),
);
export const Seed = name('Seed', described(integer(0, 4_294_967_295), 'random seed'));
const PetStatus = name('PetStatus', z.enum(petStatuses));
const TestName = name(
  'TestName',
  pattern(
    '^[^\\u0000-\\u001f\\u007f]{1,256}$',
    '1 to 256 characters without line breaks and other control characters',
  ),
);
const Needs = name(
  'Needs',
  object(
    {
      Pet: maybe(z.array(z.enum(responseFields.Pet))),
      Error: maybe(z.array(z.enum(responseFields.Error))),
    },
    'The fields of responses that a test reads. Default: those of `--needs`.',
  ),
);
const AllowedNotes = name(
  'AllowedNotes',
  described(z.array(z.enum(allowableNotes)), 'The notes that a test expects; they fail no run.'),
);

const choiceFields = openPointNames.map((point) => [point, z.enum(openPoints[point].choices)]);
const choices = object(
  Object.fromEntries(choiceFields) as { [Point in OpenPoint]: z.ZodMiniType<ChoiceOf<Point>> },
);
const SomeChoices = name(
  'SomeChoices',
  described(z.partial(choices), "Choices for single open points; they replace the profile's."),
);
export const AllChoices: z.ZodMiniType<Choices> = name(
  'AllChoices',
  described(choices, 'One choice for every open point.'),
);

const delay = integer(0, maxDelay);
const lognormal = 'of a lognormal distribution between `from` and `to`.';
export const Latency: z.ZodMiniType<EngineLatency> = name(
  'Latency',
  object(
    {
      from: delay,
      to: delay,
      median: z.exactOptional(described(integer(1, maxDelay), `The median ${lognormal}`)),
      p95: z.exactOptional(described(integer(1, maxDelay), `The 95th percentile ${lognormal}`)),
    },
    'The latency of every response, in milliseconds.',
  ),
);

export const Sandbox: z.ZodMiniType<SandboxSummary> = name(
  'Sandbox',
  z.object({
    name: z.string(),
    pets: count('Number of pets.'),
    requests: count('Number of exchanges since the sandbox was created, kept or not.'),
    counts: described(
      z.record(z.enum(outcomes), z.int()),
      'The same by outcome: class of status, broken by a fault, refused by the simulator.',
    ),
    rules: count('Number of rules.'),
    test: maybe(TestName),
  }),
);

export const Info = name(
  'Info',
  z.object({
    apiKey: maybe(z.string(), 'The default key, if the service accepts it.'),
    learned: described(
      z.object({
        from: maybe(z.string(), 'The base URL of the service.'),
        at: maybe(z.string(), 'When, in ISO 8601.'),
        unset: maybe(texts, 'Open points that could not be told, and why.'),
        beyond: maybe(texts, 'What the service does that no choice is, by open point.'),
      }),
      'What `learned` of the config file says.',
    ),
  }),
);

const petFields = { name: z.string(), categoryId: Int64, status: maybe(PetStatus) };
export const NewPet: z.ZodMiniType<PetInput> = name(
  'NewPet',
  object({ id: maybe(Int64), ...petFields }),
);
export const PetChange: z.ZodMiniType<PetUpdate> = name(
  'PetChange',
  change({
    name: maybe(z.string()),
    categoryId: maybe(Int64),
    status: maybe(z.literal([...petStatuses, null]), 'A status, or null for none.'),
  }),
);
export const StoredPet: z.ZodMiniType<SnapshotPet> = name(
  'StoredPet',
  object({
    id: Int64,
    ...petFields,
    extra: maybe(z.string(), 'fields that are not in the document, as the text of a JSON object'),
  }),
);

/** A fixture of a file has at most this many pets of a test's own. */
const maxOwnPets = 1_000;

/** What a sandbox is reset to; a field that is left out is the simulator's own. */
export type Reset = z.infer<typeof Reset>;
export const Reset = name(
  'Reset',
  object({
    seed: maybe(Seed),
    pets: maybe(
      z.union([integer(0, 10_000), z.array(NewPet).check(z.maxLength(maxOwnPets))], {
        error: 'a whole number or an array',
      }),
      'Number of seeded pets, or the pets themselves, the oldest first. Those without an id get the next free one of the id scheme.',
    ),
    fixture: maybe(z.enum(fixtureNames), 'The name of a built-in fixture, not a file.'),
    profile: maybe(Profile),
    choose: maybe(SomeChoices),
    allow: maybe(AllowedNotes),
    needs: maybe(Needs),
    test: maybe(TestName),
  }),
);

export const Settings: z.ZodMiniType<SandboxSettings> = name(
  'Settings',
  z.object({
    choices: AllChoices,
    latency: Latency,
    allow: AllowedNotes,
    needs: maybe(Needs),
  }),
);
/** New settings; a field that is left out gets the value that the simulator was started with. */
export type SettingsChange = z.infer<typeof SettingsChange>;
export const SettingsChange = name(
  'SettingsChange',
  object({
    profile: maybe(Profile),
    choose: maybe(SomeChoices),
    latency: maybe(
      z.union([wholeNumber(), z.string()], { error: 'a whole number or a string' }),
      'milliseconds up to 60000, such as 200, a range such as "100-300", or "lognormal:120,400" (median and 95th percentile)',
    ),
    allow: maybe(AllowedNotes),
    needs: maybe(Needs),
  }),
);

const clockModes = ['real', 'frozen'] as const;
export const Clock: z.ZodMiniType<ClockReading> = name(
  'Clock',
  object({
    mode: z.enum(clockModes),
    now: Instant,
    advanced: count('Lead of a real clock over the time of the machine, in milliseconds.'),
  }),
);
const maxAdvance = 8_640_000_000_000;
export const ClockUpdate: z.ZodMiniType<ClockChange> = name(
  'ClockChange',
  change({
    mode: maybe(z.enum(clockModes)),
    now: maybe(Instant),
    advance: maybe(integer(-maxAdvance, maxAdvance), 'Milliseconds; a negative number moves back.'),
  }),
);
