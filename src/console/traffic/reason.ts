import { preferenceAppliedHeader } from '../../document/headers.js';
import { type OpenPoint, openPoints } from '../../document/open-points.js';
import { operationsByName } from '../../document/operations.js';
import { findFault } from '../../engine/exchange.js';
import { isByRequest, type Note } from '../../engine/notes.js';
import { lacksVersion } from '../../engine/route.js';
import type { RuleState } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import { describeLeft, describeRule, faultTexts } from '../active.js';
import { known } from '../simulator.js';

export const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function describeForced(
  { rule, headers, query, notes }: RecordedExchange,
  armed?: RuleState,
): string {
  if (armed) {
    return `Your rule forced it: ${describeRule(armed)}${describeLeft(armed)}.`;
  }
  const { prefer } = headers;
  const fault = findFault(notes);
  const effect = fault ? `: the client ${faultTexts[fault]}` : '';
  const sent = prefer ? `header \`Prefer: ${prefer}\`` : `query \`${query}\``;
  return `The ${rule ? `rule ${rule}` : `${sent} of the request`} forced this answer${effect}.`;
}

/** Shortens the message of an error: notes have its section and open point. */
const shortenMessage = (message = '') =>
  message.replace(/ \((?:section|open point) [^)]*\)/g, '').trim();

/** Describes the reason of a response in a sentence or two, with code in backticks. */
export function describeReason(exchange: RecordedExchange, armed: RuleState | undefined): string {
  const { notes, rule, operation, query, sandbox, responseBody, status } = exchange;
  const message = shortenMessage(exchange.message);
  const kinds = notes.map(({ kind }) => kind);
  if (kinds.includes('refused')) {
    return `The simulator refused the request; the service would not. ${message}`;
  }
  if (kinds.includes('mismatch')) {
    return 'The response contradicts the document.';
  }
  if (rule !== undefined || kinds.includes('scenario')) {
    return describeForced(exchange, armed);
  }
  if (lacksVersion(exchange.path)) {
    return 'The path lacks /v1, so the request missed the service. Add /v1 to the base URL of your app.';
  }
  if (message !== '') {
    return message;
  }
  const open = notes.find(isByRequest);
  if (open !== undefined) {
    return `The document is silent on ${openPoints[open.point].silent}. The simulator chose ${open.choice}.`;
  }
  if (operation === 'listPets' && status === 200 && responseBody === '[]') {
    const { pets = 0 } = known.sandboxes.find(({ name }) => name === sandbox) ?? {};
    return pets === 0
      ? `The list is empty because the sandbox ${sandbox} has no pets.`
      : `The list for ${query ? `\`?${query}\`` : 'all pets'} is empty. The sandbox ${sandbox} has ${pets} pets now.`;
  }
  const { prefer } = exchange.headers;
  return prefer === undefined || preferenceAppliedHeader.toLowerCase() in exchange.responseHeaders
    ? 'The simulator answered as the document says.'
    : `The header \`Prefer: ${prefer}\` has no effect. It has none of code, example, delay and fault.`;
}

/** A note as a badge and a sentence, with code in backticks. */
interface ShownNote {
  readonly kind: string;
  readonly text: string;
  readonly section?: string | undefined;
  /** The open point that can be changed, and its choice, which ends the sentence. */
  readonly point?: OpenPoint;
  readonly choice?: string;
}

function describeNote(note: Note): ShownNote {
  switch (note.kind) {
    case 'open': {
      const { kind, point, choice, section } = note;
      return { kind, point, section, text: `\`${point}\` is`, choice: choice ?? 'not known' };
    }
    case 'deprecated': {
      const { sunset } = operationsByName[note.operation];
      const text = `${note.operation} ends on ${sunset && longDate.format(sunset)}.`;
      return { kind: note.kind, text, section: note.section };
    }
    case 'violation':
      return { ...note, text: 'The request breaks the document.' };
    case 'mismatch':
      return { ...note, text: `Expected: ${note.expected}. Received: ${note.received}.` };
    case 'refused':
      return { ...note, text: 'The simulator can’t answer this. The service would.' };
    case 'scenario': {
      const what = note.code ? `lists no ${note.code}` : `has no \`${note.applied}\``;
      return note.beyond
        ? { kind: 'beyond', text: `The document ${what}.` }
        : { kind: 'promised', text: `The document lists \`${note.applied}\`.` };
    }
  }
}

/** The order of notes: first those on what decided the response, last those that any response has. */
function rankNote(note: Note): number {
  const rank = ['refused', 'mismatch', 'scenario', 'violation'].indexOf(note.kind);
  return rank >= 0 ? rank : isByRequest(note) ? 4 : 5;
}

/** All notes of an exchange. Without one on what decided it, the document promises the response. */
export function listNotes({ notes, operation }: RecordedExchange): ShownNote[] {
  const ranked = notes.toSorted((one, other) => rankNote(one) - rankNote(other));
  const shown = ranked.map(describeNote);
  if (operation === undefined || ranked.some((note) => rankNote(note) < 5)) {
    return shown;
  }
  const { section } = operationsByName[operation];
  return [{ kind: 'promised', text: 'The document promises this response.', section }, ...shown];
}
