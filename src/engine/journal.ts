import { ServiceError, type SimulatorError } from '../document/errors.js';
import type { Reply } from '../document/message.js';
import { redactedKey } from './admit.js';
import type { Call } from './call.js';
import { type JournalEntry, measureEntry } from './exchange.js';
import type { Redact } from './redactor.js';
import type { Sandbox } from './sandbox.js';

/** Characters of each body that the journal keeps: a NewPet of usual length many times over. */
const maxKept = 4_096;

/** The beginning of a long text. It is copied, as a slice would keep all of the text in memory. */
const cut = (text: string): string =>
  text.length > maxKept ? JSON.parse(JSON.stringify(text.slice(0, maxKept))) : text;

/** Hides the key of the request, which another service may repeat, and the cookies of that service. */
function hideSecrets(
  { request, notes }: Call,
  { status, headers, body }: Reply,
  reason: Pick<JournalEntry, 'message' | 'details'>,
  hide: Redact,
) {
  // Longer than what is kept, as its end may be in a key.
  const begin = (text?: string) => text?.slice(0, 2 * maxKept);
  const isCookie = /^set-cookie$/i;
  const seen = {
    request: { ...request, body: begin(request.body), bytes: undefined },
    reply: {
      status,
      headers: headers.map(([name, value]) => [name, isCookie.test(name) ? redactedKey : value]),
      body: begin(body),
    },
    notes,
    ...reason,
  };
  const hideText = (_name: string, value: unknown) =>
    typeof value === 'string' ? hide(value) : value;
  return JSON.parse(JSON.stringify(seen), hideText) as Pick<JournalEntry, keyof typeof seen>;
}

/** @param error the one that was not forced */
export function createEntry(
  call: Call,
  reply: Reply,
  error: ServiceError | SimulatorError | undefined,
): JournalEntry {
  const { sandbox, operation, rule, time, hide } = call;
  const { name, test, settings, total } = sandbox;
  const isLong = (call.request.body?.length ?? 0) > maxKept;
  const responseBodyCut = reply.body.length > maxKept;
  const details = error instanceof ServiceError ? error.details : undefined;
  const reason = { message: error?.message, details };
  const seen = hide
    ? hideSecrets(call, reply, reason, hide)
    : { request: call.request, reply, notes: call.notes, ...reason };
  const { request } = seen;
  const { status, headers, body } = seen.reply;
  return {
    number: total + 1,
    time,
    sandbox: name,
    test,
    operation: operation?.name,
    ...seen,
    request:
      isLong || request.bytes
        ? { ...request, body: cut(request.body ?? ''), bytes: undefined }
        : request,
    bodyCut: request.bodyProblem !== undefined || isLong,
    reply: responseBodyCut ? { status, headers, body: cut(body) } : seen.reply,
    responseBodyCut,
    allow: settings.allow,
    needs: settings.needs,
    rule: rule?.id,
  };
}

/** Adds an exchange to the journal, which drops the oldest ones beyond its limit. */
export function recordEntry(sandbox: Sandbox, entry: JournalEntry): void {
  const { limits, journal } = sandbox;
  sandbox.total += 1;
  journal.push(entry);
  limits.journals.size += measureEntry(entry);
  if (journal.length > limits.maxJournal) {
    limits.journals.size -= measureEntry(journal.shift() as JournalEntry);
    sandbox.dropped += 1;
  }
}
