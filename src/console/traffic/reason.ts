import { openPoints } from '../../document/open-points.js';
import { operations } from '../../document/operations.js';
import { isByRequest } from '../../engine/notes.js';
import type { Rule } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { describeRule } from '../active.js';
import { known } from '../simulator.js';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const findOperation = ({ operation }: RecordedExchange) =>
  operations.find(({ name }) => name === operation);

/** What forced an answer. */
function describeForced({ rule, headers, query }: RecordedExchange, armed?: Rule): string {
  if (armed) {
    return `Your rule: ${describeRule(armed)}.`;
  }
  const { prefer } = headers;
  const sent = `The ${prefer ? `header Prefer: ${prefer}` : `query ${query}`} of the request`;
  return `${rule ? `A rule that is gone by now (${rule})` : sent} forced this answer.`;
}

/** Why the answer is as it is, in a sentence or two. */
export function describeReason(exchange: RecordedExchange, armed: Rule | undefined): string {
  const { notes, rule, message = '', operation, query, sandbox, responseBody, status } = exchange;
  if (notes.some(({ kind }) => kind === 'refused')) {
    return `The simulator refused the request; the service would not. ${message}`;
  }
  const mismatch = notes.find((note) => note.kind === 'mismatch');
  if (mismatch !== undefined) {
    return `The response contradicts the document. Expected: ${mismatch.expected}. Received: ${mismatch.received}.`;
  }
  const forced = notes.filter((note) => note.kind === 'scenario');
  if (rule !== undefined || forced.length > 0) {
    const isBeyond = forced.some(({ beyond }) => beyond);
    return `${describeForced(exchange, armed)} ${isBeyond ? 'It is beyond the document.' : 'The document lists it.'}`;
  }
  if (exchange.reason === 'without /v1') {
    return 'The path lacks /v1, so the request missed the service. Add /v1 to the base URL of your app.';
  }
  if (notes.some(({ kind }) => kind === 'violation')) {
    return `The request violates the document. ${message}`;
  }
  const open = notes.find(isByRequest);
  if (open !== undefined) {
    return `The document is silent on ${openPoints[open.point].silent}. The simulator chose ${open.choice}.`;
  }
  if (operation === 'listPets' && status === 200 && responseBody === '[]') {
    const { pets = 0 } = known.sandboxes.find(({ name }) => name === sandbox) ?? {};
    return pets === 0
      ? `The list is empty because the sandbox ${sandbox} has no pets.`
      : `The list for ${query || 'all pets'} is empty. The sandbox ${sandbox} has ${pets} pets now.`;
  }
  if (exchange.reason.startsWith('Prefer')) {
    return `The header Prefer: ${exchange.headers.prefer} has no effect. It has none of code, example, delay and fault.`;
  }
  const end = notes.some(({ kind }) => kind === 'deprecated') && findOperation(exchange)?.sunset;
  return `The document promises this answer${end ? `, and removes ${operation} on ${date.format(end)}` : ''}. ${message}`;
}
