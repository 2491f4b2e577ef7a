import { stringify } from 'lossless-json';
import { type Fields, parseJson } from '../base/json.js';
import { notesHeader } from '../document/headers.js';
import type { Header } from '../document/message.js';
import { createSamples, optionalFields, responseFields } from '../document/pet.js';
import type { Requirement } from '../document/requirements.js';
import { readExchange } from '../engine/exchange.js';
import type { Answer } from '../engine/handle.js';
import { type Note, writeNotes } from '../engine/notes.js';
import { createBodyHeaders } from '../engine/reply.js';
import { readRequirement } from './read-requirement.js';

/**
 * Changes a response of the service to one without some parts, to find out whether a consumer needs them.
 * Only a response that a contract can have is changed; a note says that it isn't the service's.
 *
 * @param omit returns parts of the response, such as `Pet.name`; an optional field is left out where it is present, and added where it isn't
 */
export function omitParts(
  answer: Answer,
  omit: (requirement: Requirement) => readonly string[],
): Answer {
  const { entry, reply } = answer;
  const requirement = readRequirement(readExchange(entry));
  const parts = typeof requirement === 'string' ? [] : omit(requirement);
  if (parts.length === 0) {
    return answer;
  }
  const has = (part: string) => parts.includes(part);
  const schema = reply.status < 400 ? 'Pet' : 'Error';
  const omitFields = (fields: Fields) => {
    const kept = Object.entries(fields).filter(([name]) => !has(`${schema}.${name}`));
    // A consumer that reads an optional field may rely on its absence, too.
    const added = optionalFields.filter(({ name }) => has(`Pet.${name}`) && !(name in fields));
    return { ...Object.fromEntries(kept), ...createSamples(added) };
  };
  const value = parseJson(reply.body || '{}') as Fields | readonly Fields[];
  const rest = Array.isArray(value) ? value.map(omitFields) : omitFields(value as Fields);
  // Without any of its fields, a pet is no body at all, as for who needs the status alone.
  const isEmpty = responseFields.Pet.every((field) => has(`Pet.${field}`)) && !Array.isArray(value);
  const some = has('Pet.page') ? '[]' : (stringify(rest) as string);
  const body = reply.body === '' || has('Error.body') || isEmpty ? '' : some;
  const applied = `without ${parts.join(' ')}`;
  const notes: Note[] = [...entry.notes, { kind: 'scenario', applied, beyond: true }];
  // Another one of its kind, which no operation has.
  const other = reply.status < 400 ? 202 : 418;
  const status = has(`${schema}.httpStatus`) ? other : reply.status;
  const replaced = [notesHeader, 'Date', 'Content-Type', 'Content-Length'];
  const headers: Header[] = [
    ...createBodyHeaders({ status, body }, reply.fault, entry.time),
    ...reply.headers.filter(([name]) => !replaced.includes(name)),
    [notesHeader, writeNotes(notes)],
  ];
  // In place, so that the journal has the note; its response is the service's, as with a fault.
  entry.notes = notes;
  return { entry, reply: { ...reply, status, body, headers } };
}
