import * as z from 'zod/mini';
import { readInt64 } from '../../base/int64.js';
import { realTime } from '../../base/real-time.js';
import { faults } from '../../document/message.js';
import {
  type Choices,
  openPointNames,
  openPoints,
  type ProfileName,
  profileNames,
} from '../../document/open-points.js';
import { type OperationName, operations } from '../../document/operations.js';
import {
  type Needs,
  newPetFields,
  type PetField,
  petFields,
  petStatuses,
  responseFields,
} from '../../document/pet.js';
import { type ClockChange, changeClock, restoreClock } from '../../engine/clock.js';
import type { PetInput, PetUpdate } from '../../engine/control.js';
import { type AllowedNote, allowableNotes } from '../../engine/notes.js';
import type { SnapshotPet } from '../../engine/pets.js';
import { maxDelay } from '../../engine/preferences.js';
import { checkRule } from '../../engine/rules.js';
import type { Rule, RuleState } from '../../engine/scenario.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { fixtureNames } from '../../options/fixture-names.js';
import { delayFormat, delayRange, instantFormat, readInstant } from '../../options/readers.js';
import { described, integer, maybe, object, pattern, text, texts } from './schema-kit.js';

export const Operation = z.enum(operations.map((operation) => operation.name) as [OperationName]);
const Delay = integer(0, maxDelay);
export const Order = z.enum(['ascending', 'descending']);
export const Instant = text((value) => readInstant(value) !== undefined, instantFormat);
const Int64 = text(
  (value) => readInt64(value) !== undefined,
  'an int64 as a string of digits, such as "7"',
);
const Profile = described(z.enum(profileNames), 'A named set of choices for all open points.');
const Seed = described(integer(0, 4_294_967_295), 'random seed');
const NeedsSchema = object(
  {
    Pet: maybe(z.array(z.enum(responseFields.Pet)), 'Fields of a Pet.'),
    Error: maybe(z.array(z.enum(responseFields.Error)), 'Fields of an Error.'),
  } satisfies Readonly<Record<keyof Needs, unknown>>,
  'The fields that a test reads. Default: those of `--needs`.',
);
const AllowedNotes = described(
  z.array(z.enum(allowableNotes)),
  'The notes that a test expects; they fail no run.',
);

const choiceFields = openPointNames.map((point) => [
  point,
  described(z.enum(openPoints[point].choices), openPoints[point].silent),
]);
const choices = object(Object.fromEntries(choiceFields) as Record<string, z.ZodMiniType>);
const SomeChoices = described(
  z.partial(choices) as z.ZodMiniType as z.ZodMiniType<Partial<Choices>>,
  "Choices for single open points; they replace the profile's.",
);
const AllChoices = described(
  choices as z.ZodMiniType as z.ZodMiniType<Choices>,
  'One choice for every open point.',
);

/** A field of a pet; integers are strings, as most JSON tools round int64. */
const petKinds = { int64: Int64, text: z.string(), status: z.enum(petStatuses) };
const removableKinds = {
  int64: z.nullable(Int64),
  text: z.nullable(z.string()),
  status: z.literal([...petStatuses, null]),
};
const createPetFields = (
  create: (field: PetField) => z.ZodMiniType,
  fields: readonly PetField[] = petFields,
) => Object.fromEntries(fields.map((field) => [field.name, create(field)]));
const petObject = <Type>(fields: Readonly<Record<string, z.ZodMiniType>>) =>
  object(fields) as unknown as z.ZodMiniType<Type>;
const storedFields = createPetFields(({ kind, isRequired, description }) => {
  const schema = described(petKinds[kind], description);
  return isRequired ? schema : maybe(schema);
});
export const NewPet = petObject<PetInput>({ ...storedFields, id: maybe(Int64) });
export const PetChange = petObject<PetUpdate>(
  createPetFields(
    ({ kind, isRequired, description }) =>
      isRequired
        ? maybe(petKinds[kind], description)
        : maybe(removableKinds[kind], `${description} Or null for none.`),
    newPetFields,
  ),
);
const StoredPet = petObject<SnapshotPet>({
  ...storedFields,
  extra: maybe(z.string(), 'fields that are not in the document, as the text of a JSON object'),
});

export const matchFields = {
  petId: maybe(z.string(), 'The identifier in the path.'),
  query: maybe(texts, 'Query parameters with these values.'),
  headers: maybe(texts, 'Headers with these values; names in any case.'),
  headersContain: maybe(texts, 'Headers that contain this text; names in any case.'),
  body: maybe(z.unknown(), 'JSON that the body must contain. Arrays must be equal.'),
  bodyContains: maybe(z.string(), 'Text that the body must contain.'),
};
const ruleFields = {
  operation: maybe(Operation, 'Default: every operation that can respond so.'),
  code: maybe(integer(100, 599), 'A status from 400 to 599; 200 or 201 runs the operation.'),
  example: maybe(
    pattern('^[a-z0-9-]{1,64}$', 'the name of an example in /openapi.yaml, such as missing-name'),
  ),
  delay: maybe(Delay, 'Milliseconds until the response, or until its fault ends.'),
  fault: maybe(z.enum(faults), 'The way in which the response breaks.'),
  body: maybe(z.unknown(), 'The body of the error; a string is sent as text/plain.'),
  headers: maybe(
    texts,
    'Headers of the response, in place of others with these names; an empty value removes one.',
  ),
  match: maybe(object(matchFields, 'A pattern of requests; an omitted field matches all.')),
  times: maybe(integer(1, 1_000_000), 'Maximum number of forced responses. Default: no limit.'),
  probability: maybe(
    z.number({ error: 'a number' }).check(z.gte(0), z.lte(1)),
    "Probability that the rule applies, by the sandbox's seed. Default: 1.",
  ),
};
export const RuleSchema: z.ZodMiniType<Rule> = object(
  ruleFields,
  'Forces a response. At least one of code, example, delay, fault and headers is required.',
);
const RuleStateSchema: z.ZodMiniType<RuleState> = object({
  id: pattern('^[A-Za-z0-9_-]{1,64}$', '1 to 64 letters, digits, hyphens and underscores'),
  applied: described(integer(0), 'Number of responses that the rule forced.'),
  tried: described(integer(0), 'Number of requests that matched.'),
  ...ruleFields,
});

/** A fixture of a file has at most this many pets of a test's own. */
const maxOwnPets = 1_000;

interface SandboxChange {
  /** A named set of choices for all open points. */
  readonly profile?: ProfileName | undefined;
  /** Choices for single open points; they replace the profile's. */
  readonly choices?: Partial<Choices> | undefined;
  /** The notes that a test expects; they fail no run. */
  readonly allow?: readonly AllowedNote[] | undefined;
  /** The fields that a test reads. Default: those of `--needs`. */
  readonly needs?: Needs | undefined;
}
const settingsFields = {
  profile: maybe(Profile),
  choices: maybe(SomeChoices),
  allow: maybe(AllowedNotes),
  needs: maybe(NeedsSchema),
};

/** The state after a reset; an omitted field is the simulator's own. */
export interface Reset extends SandboxChange {
  readonly seed?: number | undefined;
  /** Number of seeded pets, or at most 1000 pets, the oldest first. */
  readonly pets?: number | readonly PetInput[] | undefined;
  /** The name of a built-in fixture, not a file. */
  readonly fixture?: string | undefined;
  /** The name of the test that uses the sandbox: its last 256 characters. */
  readonly test?: string | undefined;
}
export const ResetSchema: z.ZodMiniType<Reset> = object({
  seed: maybe(Seed),
  pets: maybe(
    z.union([integer(0, 10_000), z.array(NewPet).check(z.maxLength(maxOwnPets))], {
      error: 'a whole number or an array',
    }),
    'Number of seeded pets, or the pets themselves, the oldest first. Those without an id get the next free one of the id scheme.',
  ),
  fixture: maybe(z.enum(fixtureNames), 'The name of a built-in fixture, not a file.'),
  ...settingsFields,
  test: maybe(z.string(), 'The name of the test that uses the sandbox: its last 256 characters.'),
});

/** New settings; a field that is left out gets the value that the simulator was started with. */
export interface SettingsChange extends SandboxChange {
  /** Milliseconds, or a range such as `100-300`. */
  readonly delay?: number | string | undefined;
}
export const SettingsSchema: z.ZodMiniType<SettingsChange> = object({
  ...settingsFields,
  delay: maybe(
    z
      .union([z.number(), z.string()], { error: delayFormat })
      .check(z.refine((raw) => delayRange.read(raw) !== undefined, { error: delayFormat })),
    delayFormat,
  ),
});

const ClockMode = z.enum(['real', 'frozen']);
const maxAdvance = 8_640_000_000_000;
export const ClockUpdate: z.ZodMiniType<ClockChange> = object({
  mode: maybe(ClockMode, 'A frozen clock stands still; `now` freezes it, too.'),
  now: maybe(Instant),
  advance: maybe(integer(-maxAdvance, maxAdvance), 'Milliseconds; a negative number moves back.'),
});
export const SnapshotSchema: z.ZodMiniType<Snapshot> = object(
  {
    snapshot: described(z.literal(1), 'The version of this format.'),
    seed: Seed,
    choices: AllChoices,
    delay: object({ from: Delay, to: Delay }, 'The delay of every response, in milliseconds.'),
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
