import * as z from 'zod/mini';
import { faults } from '../../document/message.js';
import { openPointNames } from '../../document/open-points.js';
import { maxDelay } from '../../engine/preferences.js';
import { count, described, integer, maybe, name, object, pattern, texts } from './schema-kit.js';
import { Instant, Operation, Sandbox, SandboxName } from './schemas.js';

const matchFields = {
  petId: maybe(z.string(), 'The identifier in the path.'),
  query: maybe(texts, 'Query parameters with these values.'),
  headers: maybe(texts, 'Headers with these values; names in any case.'),
  headersContain: maybe(texts, 'Headers that contain this text; names in any case.'),
  body: maybe(z.unknown(), 'JSON that the body must contain. Arrays must be equal.'),
  bodyContains: maybe(z.string(), 'Text that the body must contain.'),
};
const Match = name(
  'Match',
  object(matchFields, 'A pattern of requests; an omitted field matches all.'),
);
const ruleFields = {
  operation: maybe(Operation),
  code: maybe(integer(100, 599), 'A status from 400 to 599; 200 or 201 runs the operation.'),
  example: maybe(
    pattern('^[a-z0-9-]{1,64}$', 'the name of an example in /openapi.yaml, such as missing-name'),
  ),
  delay: maybe(integer(0, maxDelay), 'Milliseconds until the response, or until its fault ends.'),
  fault: maybe(z.enum(faults), 'The way in which the response breaks.'),
  body: maybe(z.unknown(), 'The body of the error; a string is sent as text/plain.'),
  headers: maybe(texts, 'Headers of the response, in place of others with these names.'),
  match: maybe(Match),
  times: maybe(integer(1, 1_000_000), 'Maximum number of forced responses. Default: no limit.'),
  probability: maybe(
    z.number({ error: 'a number' }).check(z.gte(0), z.lte(1)),
    "Probability that the rule applies, by the sandbox's seed. Default: 1.",
  ),
};
/** A rule that forces a response, as it is added. */
export type Rule = z.infer<typeof Rule>;
export const Rule = name(
  'Rule',
  object(
    ruleFields,
    'Forces a response. At least one of code, example, delay, fault and headers is required.',
  ),
);
/** A rule with its identifier and how often it was applied. */
export type RuleState = z.infer<typeof RuleState>;
export const RuleState = name(
  'RuleState',
  object(
    {
      id: SandboxName,
      applied: described(integer(0), 'Number of responses that the rule forced.'),
      tried: described(integer(0), 'Number of requests that matched.'),
      ...ruleFields,
    },
    'A rule with its counts.',
  ),
);

const noteKinds = ['open', 'deprecated', 'violation', 'scenario', 'refused'] as const;
const NoteFilter = name('NoteFilter', z.enum([...noteKinds, ...openPointNames] as const));
const status = integer(100, 599);
/** Which exchanges are counted. */
export type ExchangePattern = z.infer<typeof RequestPattern>;
export const RequestPattern = name(
  'RequestPattern',
  object(
    {
      ...matchFields,
      operation: maybe(Operation),
      method: maybe(z.string(), 'such as POST'),
      status: maybe(status),
      note: maybe(NoteFilter),
    },
    'A pattern of exchanges; an omitted field matches all.',
  ),
);

const maxListed = 100_000;

/** Which exchanges are listed. */
export const requestsInput = {
  operation: maybe(Operation, 'Only exchanges of this operation.'),
  status: maybe(status, 'Only exchanges with this response status.'),
  note: maybe(NoteFilter, 'Only exchanges with a note of this kind, or on this open point.'),
  since: maybe(Instant, 'Only exchanges from this instant on, by the real clock.'),
  after: maybe(integer(0), 'Only exchanges after the one with this number, for the next page.'),
  limit: maybe(integer(1, maxListed), 'Maximum number; the oldest that match are listed.'),
  wait: maybe(integer(1, maxListed), 'Wait until this many exchanges match.'),
  timeout: maybe(integer(0, 60_000), 'Maximum time to wait, in milliseconds. Default: 3000.'),
};

const Note = name(
  'Note',
  z
    .object({
      kind: z.enum(noteKinds),
      point: maybe(z.string(), 'The open point that was used.'),
      choice: maybe(z.string(), 'The choice for the open point.'),
      section: maybe(z.string(), 'The section of the interface document.'),
      operation: maybe(Operation),
      applied: maybe(z.string(), 'The forced response.'),
      code: maybe(z.string(), "The code of the simulator's own refusal."),
      beyond: maybe(z.boolean(), 'Whether the response is beyond the interface.'),
    })
    .check(z.describe('A note on an exchange.')),
);

/** A request, its response, and the notes on both. */
export type RecordedExchange = z.infer<typeof RecordedExchange>;
export const RecordedExchange = name(
  'Exchange',
  z
    .object({
      number: count('Starts at 1 in each sandbox; no number repeats.'),
      time: Instant,
      sandbox: z.string(),
      test: maybe(z.string(), 'The name of the test that used the sandbox at that time.'),
      operation: maybe(Operation),
      method: z.string(),
      path: z.string(),
      query: described(z.string(), 'The raw query, without the question mark.'),
      headers: described(texts, 'Names in lower case; the values of a repeated header are joined.'),
      body: maybe(z.string(), 'The first 4,096 characters of the body.'),
      bodyCut: maybe(z.boolean(), 'Whether `body` is only the beginning.'),
      json: maybe(z.unknown(), 'The body as JSON, if it is JSON. Integers have all their digits.'),
      status: z.int(),
      message: maybe(z.string(), 'The error message of the response, unless it was forced.'),
      duration: maybe(z.number(), 'Milliseconds from the request to its response.'),
      rule: maybe(z.string(), 'The identifier of the rule that forced the response.'),
      responseHeaders: described(texts, 'Without those that HTTP adds to each message.'),
      responseBody: maybe(z.string(), 'Its first 4,096 characters, before a fault breaks it.'),
      responseBodyCut: maybe(z.boolean(), 'Whether `responseBody` is only the beginning.'),
      notes: z.array(Note),
    })
    .check(z.describe('A request, its response, and the notes on both. Keys are redacted.')),
);

/** The exchanges that a journal has. */
export const Requests = name(
  'Requests',
  z.object({
    requests: z.array(RecordedExchange),
    total: count('Number of exchanges since the sandbox was created, kept or not.'),
    kept: count('Number of exchanges that the journal still contains.'),
    dropped: count('Number of exchanges that the journal dropped since it was last cleared.'),
    enough: described(z.boolean(), 'Whether the number of matches reached `wait`.'),
  }),
);

/** How many exchanges match, and the closest one when none does. */
export type ExchangeCount = z.infer<typeof RequestCount>;
export const RequestCount = name(
  'RequestCount',
  z.object({
    count: z.int(),
    dropped: maybe(z.int(), 'Number of exchanges that the journal dropped, if any.'),
    closest: maybe(
      z.object({ request: RecordedExchange, differences: z.array(z.string()) }),
      'The closest exchange when none matches.',
    ),
  }),
);

export const Changes = name(
  'Changes',
  z.object({
    revision: count('The revision now, to ask from the next time.'),
    sandboxes: described(z.array(Sandbox), 'The sandboxes that changed.'),
    names: described(z.array(z.string()), 'The names of all sandboxes.'),
  }),
);

export const LeftOut = name(
  'LeftOut',
  z
    .object({
      reason: described(z.string(), "Why the document doesn't promise the responses."),
      request: described(z.string(), 'The shortest of the requests, without keys.'),
      count: count('The number of exchanges.'),
    })
    .check(z.describe('Uses that are not in the contract, with one of their requests.')),
);
