import { LosslessNumber, stringify } from 'lossless-json';
import { ServiceError } from '../../document/errors.js';
import { quote } from '../../document/format.js';
import { spec } from '../../document/generated/spec.js';
import { type Fields, parseJsonObject } from '../../document/json.js';
import { createChoiceError, createRejection, openPoints } from '../../document/open-points.js';
import {
  isPetField,
  type NewPet,
  newPetFields,
  PetError,
  parseNewPet,
} from '../../document/pet.js';
import { expectUnchanged, parsePetResponse } from '../../document/responses.js';
import { type Call, choose, noteViolation } from '../call.js';
import { addPet, lacksCategory } from '../pets.js';
import { checkUnknownQuery, chooseFormat, type OperationSteps } from './common.js';

const fieldNames: readonly string[] = newPetFields.map(({ name }) => name);

const content = spec.paths['/pets'].post.requestBody.content['application/json'];
const sample = JSON.stringify(content.examples['with-status'].value);
const fix = `(section 4.2). Send a NewPet, such as ${sample}.`;

/** Chooses what becomes of fields that the document doesn't have: the text of an object to echo, or nothing. */
function readUnknownFields(call: Call, fields: Fields): string | undefined {
  const unknown = Object.keys(fields).filter((key) => !fieldNames.includes(key));
  const choice = unknown.length === 0 ? 'ignore' : choose(call, 'unknown-field');
  if (choice === 'reject') {
    throw createRejection(
      'unknown-field',
      `NewPet has the fields ${fieldNames.join(', ')} (section 2); got ${quote(...unknown.slice(0, 4))} too. ` +
        'Leave out other fields.',
    );
  }
  // The service assigns the identifier (section 2), so a body's is never echoed.
  const echoed = choice === 'echo' ? unknown.filter((key) => !isPetField(key)) : [];
  const members = echoed.map((key) => `${JSON.stringify(key)}:${stringify(fields[key])}`);
  return members.length === 0 ? undefined : `{${members.join(',')}}`;
}

const isForm = ({ request: { headers } }: Call) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');

/** Reads the fields of a form, which are all text. */
function parseForm(text: string): Fields {
  const isInteger = (key: string, value: string) =>
    /^-?\d+$/.test(value) &&
    newPetFields.some(({ name, kind }) => name === key && kind === 'int64');
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [
    name,
    isInteger(name, value) ? new LosslessNumber(value) : value,
  ]);
  return Object.fromEntries(fields);
}

/** A NewPet as it was read. */
interface NewPetInput {
  readonly pet: NewPet;
  /** Other fields that the response echoes, as the text of an object. */
  readonly extra: string | undefined;
}

/**
 * Reads the body of createPet (section 4.2).
 *
 * @throws {ServiceError} `bad_request` that names the field, and what was expected and received
 */
function readBody(call: Call): NewPetInput {
  let fields: Fields;
  let pet: NewPet;
  try {
    const { body: text = '', bodyProblem } = call.request;
    if (bodyProblem === 'not-utf8') {
      throw new ServiceError('bad_request', `The body must be UTF-8 (RFC 8259, 8.1) ${fix}`);
    }
    // Here a form is accepted. Clients such as curl declare JSON as one, too.
    const isFields = isForm(call) && !text.trimStart().startsWith('{');
    fields = isFields ? parseForm(text) : parseJsonObject(text, fix);
    pet = parseNewPet(fields);
  } catch (error) {
    noteViolation(call, '4.2');
    throw error instanceof PetError
      ? new ServiceError('bad_request', `${error.field} ${error.message}. ${error.advice}`)
      : error;
  }
  if (pet.name === '' && choose(call, 'empty-name') === 'reject') {
    throw createRejection(
      'empty-name',
      'name is the empty string (section 2, NewPet). Send a name.',
    );
  }
  return { pet, extra: readUnknownFields(call, fields) };
}

function checkCategory(call: Call, { categoryId }: NewPet): void {
  const isUnknown = lacksCategory(call.sandbox.pets, categoryId);
  if (isUnknown && choose(call, 'unknown-category') === 'reject') {
    throw createRejection(
      'unknown-category',
      `No seeded pet has the categoryId ${categoryId} (section 2, NewPet). Send one from the list.`,
    );
  }
}

/** Describes the media type or content coding that keeps a body from being read as JSON. */
function describeForeignFormat({ request }: Call): string | undefined {
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return `content coding ${quote(coding)}. Send it without Content-Encoding.`;
  }
  const mediaType = request.headers['content-type'];
  if (mediaType?.split(';')[0]?.trim().toLowerCase() === 'application/json') {
    return undefined;
  }
  const got = mediaType === undefined ? 'no media type' : `media type ${quote(mediaType)}`;
  return `${got}. Send the header Content-Type: application/json.`;
}

function checkMediaType(call: Call): void {
  const got = describeForeignFormat(call);
  if (got === undefined) {
    return;
  }
  noteViolation(call, '4.2');
  const message = `The body must be application/json (section 4.2); got ${got}`;
  const point = isForm(call) ? 'form-body' : 'media-type';
  const choice = choose(call, point);
  if (choice !== 'accept') {
    const error = choice === 'reject' ? 'bad_request' : 'unsupported_media_type';
    throw createChoiceError(error, point, choice, message);
  }
}

/** Services may keep a name without the spaces at its ends, or with other code points. */
const isSameName = (one: string, other: string) =>
  one.normalize('NFC').trim() === other.normalize('NFC').trim();

/** Section 4.2. */
export const createPet: OperationSteps<NewPetInput> = {
  read: (call, operation) => {
    if (call.request.bodyProblem === 'too-large') {
      throw new ServiceError(
        'payload_too_large',
        'The body is larger than the option max-body allows (section 8 states no limit). Send a ' +
          'smaller body, or start the simulator with a larger limit.',
      );
    }
    checkUnknownQuery(call, operation);
    checkMediaType(call);
    return readBody(call);
  },
  run: (call, { pet, extra }) => {
    checkCategory(call, pet);
    const isAvailable = pet.status === undefined && choose(call, 'omitted-status') === 'available';
    const stored = isAvailable ? { ...pet, status: 'available' as const } : pet;
    const { pets, settings } = call.sandbox;
    const json = addPet(pets, stored, settings.choices['id-scheme'], extra);
    // Only now: a pet without room gets no identifier.
    choose(call, 'id-scheme');
    return { status: 201, body: chooseFormat(call)(json) };
  },
  check: (call, response, input) => {
    const pet = parsePetResponse(response);
    const { name, status, ...sent } = input?.pet ?? pet;
    const kept = isSameName(name, pet.name) ? pet.name : name;
    const before = { ...pet, ...sent, name: kept, status: status ?? pet.status };
    expectUnchanged('201 with the pet as it was sent', before, pet);
    if (input !== undefined && status === undefined) {
      const choice = pet.status ?? 'absent';
      const point = 'omitted-status';
      call.notes.push({ kind: 'open', point, choice, section: openPoints[point].section });
    }
  },
};
