import * as z from 'zod/mini';
import { readInt64 } from '../../document/int64.js';
import { faults } from '../../document/message.js';
import {
  type ChoiceOf,
  type OpenPoint,
  openPointNames,
  openPoints,
  profileNames,
} from '../../document/open-points.js';
import { type OperationName, operations } from '../../document/operations.js';
import { petStatuses } from '../../document/pet.js';
import { responseFields } from '../../document/response-fields.js';
import { allowableNotes } from '../../engine/notes.js';
import { maxDelay } from '../../engine/preferences.js';
import { readInstant } from '../../options/readers.js';
import {
  change,
  count,
  described,
  integer,
  json,
  maybe,
  name,
  object,
  pattern,
  text,
  texts,
  wholeNumber,
} from './schema-kit.js';

const SandboxName = name(
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
export const noteKinds = ['open', 'deprecated', 'violation', 'scenario', 'refused'] as const;
export const NoteFilter = name('NoteFilter', z.enum([...noteKinds, ...openPointNames] as const));
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
    'The fields of responses that a test reads, by the name of the object; of an object that is left out, those of `--needs`. A contract of what was used requires the fields that any of its tests reads. Snapshots do not contain this, and a restore keeps it.',
  ),
);
const AllowedNotes = name(
  'AllowedNotes',
  described(
    z.array(z.enum(allowableNotes)),
    'The notes that a test expects, in addition to those of `--allow`: all notes of a kind, or single open points. Responses, log and journal still have them. The summary counts them separately, and they fail no run. Snapshots do not contain this list, and a restore keeps it.',
  ),
);

const choiceFields = Object.fromEntries(
  openPointNames.map((point) => [point, z.enum(openPoints[point].choices)]),
) as unknown as { [Point in OpenPoint]: z.ZodMiniType<ChoiceOf<Point>> };
const optionalChoices = Object.fromEntries(
  openPointNames.map((point) => [point, maybe(choiceFields[point])]),
) as unknown as { [Point in OpenPoint]: z.ZodMiniOptional<z.ZodMiniType<ChoiceOf<Point>>> };
const SomeChoices = name(
  'SomeChoices',
  object(optionalChoices, "Choices for single open points; they replace the profile's."),
);
export const AllChoices = name(
  'AllChoices',
  object(choiceFields, 'One choice for every open point.'),
);

const delay = integer(0, maxDelay);
export const Latency = name(
  'Latency',
  object(
    {
      from: delay,
      to: delay,
      median: maybe(
        integer(1, maxDelay),
        'The median of a lognormal distribution between `from` and `to`.',
      ),
      p95: maybe(integer(1, maxDelay), 'Its 95th percentile.'),
    },
    'The latency of every response, in milliseconds.',
  ),
);

export const Sandbox = name(
  'Sandbox',
  z.object({
    name: z.string(),
    pets: count('Number of pets.'),
    requests: count('Number of exchanges since the sandbox was created, kept or not.'),
    rules: count('Number of rules.'),
    test: maybe(TestName),
  }),
);

const petFields = { name: z.string(), categoryId: Int64, status: maybe(PetStatus) };
export const NewPet = name('NewPet', object({ id: maybe(Int64), ...petFields }));
export const PetChange = name(
  'PetChange',
  change(
    {
      name: maybe(z.string()),
      categoryId: maybe(Int64),
      status: maybe(z.literal([...petStatuses, null]), 'A status, or null for none.'),
    },
    'New values for fields of a pet.',
  ),
);
export const StoredPet = name(
  'StoredPet',
  object({
    id: Int64,
    ...petFields,
    extra: maybe(z.string(), 'fields that are not in the document, as the text of a JSON object'),
  }),
);

/** A fixture of a file has at most this many pets of a test's own. */
const maxOwnPets = 1_000;

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
    fixture: maybe(z.string(), 'The name of a built-in fixture, not a file.'),
    profile: maybe(Profile),
    choose: maybe(SomeChoices),
    allow: maybe(AllowedNotes),
    needs: maybe(Needs),
    test: maybe(TestName),
  }),
);

export const Settings = name(
  'Settings',
  z.object({
    choices: AllChoices,
    latency: Latency,
    allow: AllowedNotes,
    needs: maybe(Needs),
  }),
);
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
export const Clock = name(
  'Clock',
  object({
    mode: z.enum(clockModes),
    now: Instant,
    advanced: count('Lead of a real clock over the time of the machine, in milliseconds.'),
  }),
);
const maxAdvance = 8_640_000_000_000;
export const ClockChange = name(
  'ClockChange',
  change({
    mode: maybe(z.enum(clockModes)),
    now: maybe(Instant),
    advance: maybe(
      integer(-maxAdvance, maxAdvance),
      'Milliseconds to advance; a negative number moves the clock back.',
    ),
  }),
);

export const matchFields = {
  petId: maybe(z.string(), 'The identifier in the path.'),
  query: maybe(texts, 'Query parameters with these values.'),
  headers: maybe(texts, 'Headers with these values; names in any case.'),
  headersContain: maybe(texts, 'Headers that contain this text; names in any case.'),
  body: maybe(
    json(),
    'JSON that the body must contain; it may have more fields. Arrays must be equal.',
  ),
  bodyContains: maybe(z.string(), 'Text that the body must contain.'),
};
const Match = name(
  'Match',
  object(matchFields, 'A pattern of requests; an omitted field matches all.'),
);
const ruleFields = {
  operation: maybe(Operation),
  code: maybe(
    integer(100, 599),
    'A status from 400 to 599, which is beyond the interface if the document does not list it for the operation. A success, 200 or 201, runs the operation.',
  ),
  example: maybe(
    pattern('^[a-z0-9-]{1,64}$', 'the name of an example in /openapi.yaml, such as missing-name'),
  ),
  delay: maybe(
    delay,
    'Milliseconds to wait before the response; with the fault `hang`, until the connection is reset, and with `dribble`, until the whole body is sent.',
  ),
  fault: maybe(z.enum(faults), 'The way in which the response breaks.'),
  body: maybe(
    json(),
    'The body of the error, beyond the interface. A string is sent as text/plain, any other JSON as JSON. It needs a code from 400 to 599.',
  ),
  headers: maybe(
    texts,
    'Headers of the response, in place of others with these names, beyond the interface. At most 32, with 8,192 characters in all.',
  ),
  match: maybe(Match),
  times: maybe(
    integer(1, 1_000_000),
    'Maximum number of responses that the rule forces. Default: no limit.',
  ),
  probability: maybe(
    z.number({ error: 'a number' }).check(z.gte(0), z.lte(1)),
    "Probability that the rule applies, by the sandbox's seed. Default: 1.",
  ),
};
export const Rule = name(
  'Rule',
  object(
    ruleFields,
    'Forces a response. At least one of code, example, delay, fault and headers is required.',
  ),
);
export const RuleState = name(
  'RuleState',
  object(
    {
      id: SandboxName,
      applied: described(integer(0), 'Number of responses that the rule forced.'),
      tried: described(
        integer(0),
        'Number of requests that matched, with those that `probability` spared.',
      ),
      ...ruleFields,
    },
    'A rule with its counts.',
  ),
);
