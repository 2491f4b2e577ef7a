import type { Reply } from '../document/message.js';
import type { Call } from './call.js';
import { findOutcome, type JournalEntry, measureEntry } from './exchange.js';
import type { Sandbox } from './sandbox.js';

/** Characters of each body that the journal keeps: a NewPet of usual length many times over. */
const maxKept = 4_096;

/** The beginning of a long text. It is copied, as a slice would keep all of the text in memory. */
const cut = (text: string): string =>
  text.length > maxKept ? JSON.parse(JSON.stringify(text.slice(0, maxKept))) : text;

/** @param message that of an error, unless it was forced */
export function createEntry(call: Call, reply: Reply, message: string | undefined): JournalEntry {
  const { sandbox, request, operation, notes, rule, time } = call;
  const { body = '', bodyProblem } = request;
  const { name, test, settings, total } = sandbox;
  const isLong = body.length > maxKept;
  const responseBodyCut = reply.body.length > maxKept;
  const { status, headers } = reply;
  return {
    number: total + 1,
    time,
    sandbox: name,
    test,
    operation: operation?.name,
    request: isLong || request.bytes ? { ...request, body: cut(body), bytes: undefined } : request,
    bodyCut: bodyProblem !== undefined || isLong,
    reply: responseBodyCut || reply.bytes ? { status, headers, body: cut(reply.body) } : reply,
    responseBodyCut,
    message,
    notes,
    allow: settings.allow,
    needs: settings.needs,
    rule: rule?.id,
  };
}

/** Adds an exchange to the journal, which drops the oldest ones beyond its limit. */
export function recordEntry(sandbox: Sandbox, entry: JournalEntry): void {
  const { limits, journal } = sandbox;
  sandbox.total += 1;
  sandbox.counts[findOutcome(entry.reply.status, entry.notes)] += 1;
  journal.push(entry);
  limits.journals.size += measureEntry(entry);
  if (journal.length > limits.maxJournal) {
    limits.journals.size -= measureEntry(journal.shift() as JournalEntry);
    sandbox.dropped += 1;
  }
}
