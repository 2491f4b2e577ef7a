import type { Reply } from '../document/message.js';
import type { Call } from './call.js';
import { type Exchange, findOutcome, measureExchange } from './exchange.js';
import type { Sandbox } from './sandbox.js';

/** Characters of each body that an exchange keeps: a NewPet of usual length many times over. */
const maxKeptBody = 4_096;

/** Joins the values of headers with equal names. */
function joinHeaders(headers: Reply['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = joined[key] === undefined ? value : `${joined[key]}, ${value}`;
  }
  return joined;
}

/** @param message that of an error, unless it was forced */
export function createExchange(call: Call, reply: Reply, message: string | undefined): Exchange {
  const { sandbox, request, operation, notes, rule, time } = call;
  const { method, path, query, headers, body, bodyProblem } = request;
  const { name, test, settings, total } = sandbox;
  const responseBody = method === 'HEAD' || reply.body === '' ? undefined : reply.body;
  return {
    number: total + 1,
    time: new Date(time).toISOString(),
    sandbox: name,
    test,
    operation: operation?.name,
    method,
    path,
    query,
    headers,
    body: body?.slice(0, maxKeptBody),
    bodyCut: bodyProblem !== undefined || (body?.length ?? 0) > maxKeptBody,
    status: reply.status,
    message,
    responseHeaders: joinHeaders(reply.headers),
    responseBody: responseBody?.slice(0, maxKeptBody),
    responseBodyCut: (responseBody?.length ?? 0) > maxKeptBody,
    notes,
    allow: settings.allow,
    needs: settings.needs,
    rule: rule?.id,
  };
}

/** Adds an exchange to the journal, which drops the oldest ones beyond its limit. */
export function recordExchange(sandbox: Sandbox, exchange: Exchange): void {
  const { limits, journal } = sandbox;
  sandbox.total += 1;
  sandbox.counts[findOutcome(exchange)] += 1;
  journal.push(exchange);
  limits.journals.size += measureExchange(exchange);
  if (journal.length > limits.maxJournal) {
    limits.journals.size -= measureExchange(journal.shift() as Exchange);
    sandbox.dropped += 1;
  }
}
