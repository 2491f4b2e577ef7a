import { stringify } from 'lossless-json';
import { notesHeader } from '../document/headers.js';
import { type Fields, parseJsonValue } from '../document/json.js';
import type { Header } from '../document/message.js';
import { responseFields } from '../document/response-fields.js';
import type { Answer } from '../engine/handle.js';
import { type Note, writeNotes } from '../engine/notes.js';
import { readUse } from './read-use.js';
import { listAspects } from './use.js';

/**
 * Changes a response of the service to one without some aspects, to find out whether a consumer needs them.
 * Only a response that a contract can have is changed; a note says that it isn't the service's.
 *
 * @param omitted such as `Pet.name`; `Pet.status` is left out where it is present, and added where it isn't
 */
export function omitAspects(answer: Answer, omitted: readonly string[]): Answer {
  const { exchange, reply } = answer;
  const use = readUse(exchange);
  const all = typeof use === 'string' ? [] : listAspects(use);
  const aspects = all.filter((aspect) => omitted.includes(aspect));
  if (aspects.length === 0) {
    return answer;
  }
  const has = (aspect: string) => aspects.includes(aspect);
  const schema = reply.status < 400 ? 'Pet' : 'Error';
  const leaveOutFields = (fields: Fields) => {
    const kept = Object.entries(fields).filter(([name]) => !has(`${schema}.${name}`));
    // It is optional: a consumer that reads it may rely on its absence, too.
    const isAdded = has('Pet.status') && fields.status === undefined;
    return Object.fromEntries(isAdded ? [...kept, ['status', 'available']] : kept);
  };
  const value = parseJsonValue(reply.body) as Fields | readonly Fields[];
  const rest = Array.isArray(value) ? value.map(leaveOutFields) : leaveOutFields(value as Fields);
  // Without any of its fields, a pet is no body at all, as for who needs the status alone.
  const isEmpty = responseFields.Pet.every((field) => has(`Pet.${field}`)) && !Array.isArray(value);
  const some = has('Pet.page') ? '[]' : (stringify(rest) as string);
  const body = has('Error.body') || isEmpty ? '' : some;
  const applied = `without ${aspects.join(' ')}`;
  const notes: Note[] = [...exchange.notes, { kind: 'scenario', applied, beyond: true }];
  // Another one of its kind, which no operation has.
  const other = reply.status < 400 ? 202 : 418;
  const status = has(`${schema}.httpStatus`) ? other : reply.status;
  const others = reply.headers.filter(([name]) => name !== notesHeader);
  const headers: Header[] = [...others, [notesHeader, writeNotes(notes)]];
  // In place, so that the journal has the note; its response is the service's, as with a fault.
  Object.assign(exchange, { notes });
  return { exchange, reply: { ...reply, status, body, headers } };
}
