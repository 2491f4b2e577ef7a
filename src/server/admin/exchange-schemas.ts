import * as z from 'zod/mini';
import { count, integer, json, maybe, name, object, texts } from './schema-kit.js';
import { Instant, matchFields, NoteFilter, noteKinds, Operation, Sandbox } from './schemas.js';

export const RequestPattern = name(
  'RequestPattern',
  object(
    {
      ...matchFields,
      operation: maybe(Operation),
      method: maybe(z.string(), 'such as POST'),
      status: maybe(integer(100, 599)),
      note: maybe(NoteFilter),
    },
    'A pattern of exchanges; an omitted field matches all.',
  ),
);

const maxListed = 100_000;

/** Which exchanges are listed. */
export const requestsInput = {
  operation: maybe(Operation, 'Only exchanges of this operation.'),
  status: maybe(integer(100, 599), 'Only exchanges with this response status.'),
  note: maybe(
    NoteFilter,
    'Only exchanges with a note of this kind, or on this open point: `open`, `list-order`.',
  ),
  since: maybe(Instant, 'Only exchanges from this instant on, by the real clock.'),
  after: maybe(integer(0), 'Only exchanges after the one with this number, for the next page.'),
  limit: maybe(
    integer(1, maxListed),
    'Maximum number of exchanges; the oldest that match are listed.',
  ),
  wait: maybe(integer(1, maxListed), 'Wait until this many exchanges match.'),
  timeout: maybe(integer(0, 60_000), 'Maximum time to wait, in milliseconds. Default: 3000.'),
};

export const changesInput = {
  after: maybe(integer(0), 'The revision of the last call. Default: 0, which lists all.'),
  timeout: maybe(integer(0, 30_000), 'Maximum time to wait, in milliseconds. Default: 0.'),
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
      query: z.string().check(z.describe('The raw query, without the question mark.')),
      headers: texts.check(
        z.describe('Names in lower case; the values of a repeated header are joined.'),
      ),
      body: maybe(z.string(), 'The first 4,096 characters of the body.'),
      bodyCut: maybe(z.boolean(), 'Whether `body` is only the beginning.'),
      json: maybe(
        json(),
        'The body as JSON, if it is JSON. Integers have all their digits; most tools round large ones.',
      ),
      status: z.int(),
      message: maybe(z.string(), 'The error message of the response, unless it was forced.'),
      duration: maybe(
        z.number(),
        'Milliseconds from the request to the handover of its response to the network, with its delay. It is missing until then.',
      ),
      rule: maybe(z.string(), 'The identifier of the rule that forced the response.'),
      responseHeaders: texts.check(
        z.describe(
          'As `headers`, without those that HTTP adds to each message, such as `Date` and `Content-Length`.',
        ),
      ),
      responseBody: maybe(
        z.string(),
        "The first 4,096 characters of the response's body, before a fault breaks it.",
      ),
      responseBodyCut: maybe(z.boolean(), 'Whether `responseBody` is only the beginning.'),
      notes: z.array(Note),
    })
    .check(z.describe('A request, its response, and the notes on both. Keys are redacted.')),
);

export const Requests = name(
  'Requests',
  z.object({
    requests: z.array(RecordedExchange),
    total: count('Number of exchanges since the sandbox was created, kept or not.'),
    kept: count('Number of exchanges that the journal still contains.'),
    dropped: count(
      'Number of exchanges that the journal dropped to meet its limits, since it was created or cleared.',
    ),
    enough: z.boolean().check(z.describe('Whether the number of matches reached `wait`.')),
  }),
);

export const RequestCount = name(
  'RequestCount',
  z.object({
    count: z.int(),
    dropped: maybe(
      z.int(),
      'Number of exchanges that the journal dropped to meet its limits, if any. They are not counted.',
    ),
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
    sandboxes: z.array(Sandbox).check(z.describe('The sandboxes that changed.')),
    names: z.array(z.string()).check(z.describe('The names of all sandboxes.')),
  }),
);

export const LeftOut = name(
  'LeftOut',
  z
    .object({
      reason: z.string().check(z.describe("Why the document doesn't promise the responses.")),
      request: z
        .string()
        .check(z.describe('The shortest of the requests, without keys: `GET /v1/pets?limit=0`.')),
      count: count('The number of exchanges.'),
    })
    .check(z.describe('Uses that are not in the contract, with one of their requests.')),
);
