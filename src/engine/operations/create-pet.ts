import { stringify } from 'lossless-json';
import { createChoiceError, createRejection } from '../choices/open-points.js';
import { outline } from '../generated/outline.js';
import { ServiceError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { readJsonObject } from '../interface/json.js';
import { addFields } from '../pets/pages.js';
import { type Fields, type NewPet, newPetFields, PetError, parseNewPet } from '../pets/pet.js';
import { type Call, checkUnknownQuery, chooseExtraFields, type OperationResult } from './call.js';

/** The service assigns the identifier (section 2), so a body's is never echoed. */
const neverEchoed = [...newPetFields, 'id'];

const content = outline.paths['/pets'].post.requestBody.content['application/json'];
const sample = JSON.stringify(content.examples['with-status'].value);
const fix = `(section 4.2). Send a NewPet, such as ${sample}.`;

/** A NewPet as the catalogue stores it. */
interface NewPetBody {
  readonly pet: NewPet;
  /** Further members to echo, as JSON text with leading commas. */
  readonly extra: string;
}

function readUnknownFields(call: Call, fields: Fields): string {
  const unknown = Object.keys(fields).filter((key) => !newPetFields.includes(key));
  if (unknown.length === 0) {
    return '';
  }
  switch (call.choose('unknown-field')) {
    case 'ignore':
      return '';
    case 'reject':
      throw createRejection(
        'unknown-field',
        `NewPet has the fields ${newPetFields.join(', ')} (section 2); got ${quote(...unknown.slice(0, 4))} too. ` +
          'Leave out other fields.',
      );
    case 'echo':
      return unknown
        .filter((key) => !neverEchoed.includes(key))
        .map((key) => `,${JSON.stringify(key)}:${stringify(fields[key])}`)
        .join('');
  }
}

/**
 * Reads the body of createPet (section 4.2).
 *
 * @throws {ServiceError} `bad_request` that names the field, and what was expected and received
 */
function readBody(call: Call, body: Uint8Array): NewPetBody {
  let fields: Fields;
  let pet: NewPet;
  try {
    fields = readJsonObject(body, fix);
    pet = parseNewPet(fields);
  } catch (error) {
    call.notes.violation('4.2');
    throw error instanceof PetError
      ? new ServiceError('bad_request', `${error.field} ${error.message}. ${error.advice}`)
      : error;
  }
  const { name, categoryId, status } = pet;
  if (name === '' && call.choose('empty-name') === 'reject') {
    throw createRejection(
      'empty-name',
      'name is the empty string (section 2, NewPet). Send a name.',
    );
  }
  const isUnknown = call.sandbox.catalogue.lacksCategory(categoryId);
  if (isUnknown && call.choose('unknown-category') === 'reject') {
    throw createRejection(
      'unknown-category',
      `No seeded pet has the categoryId ${categoryId} (section 2, NewPet). Send one from the list.`,
    );
  }
  const extra = readUnknownFields(call, fields);
  return status === undefined && call.choose('omitted-status') === 'available'
    ? { pet: { ...pet, status: 'available' }, extra }
    : { pet, extra };
}

/** Describes the media type or content coding that keeps a body from being read as JSON. */
function describeForeignFormat({ request }: Call): string | undefined {
  const coding = request.header('content-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return `content coding ${quote(coding)}. Send it without Content-Encoding.`;
  }
  const mediaType = request.header('content-type');
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
  call.notes.violation('4.2');
  const message = `The body must be application/json (section 4.2); got ${got}`;
  switch (call.choose('media-type')) {
    case 'accept':
      return;
    case 'reject':
      throw createRejection('media-type', message);
    case 'unsupported':
      throw createChoiceError('unsupported_media_type', 'media-type', 'unsupported', message);
  }
}

/** Section 4.2. */
export function createPet(call: Call): OperationResult {
  const { body } = call.request;
  if (body === 'too-large') {
    throw new ServiceError(
      'payload_too_large',
      'The body is larger than the option max-body allows (section 8 states no limit). Send a ' +
        'smaller body, or start the simulator with a larger limit.',
    );
  }
  checkUnknownQuery(call, []);
  checkMediaType(call);
  const { pet, extra } = readBody(call, body ?? new Uint8Array());
  const { catalogue, choices } = call.sandbox;
  const added = catalogue.prepare(pet, choices['id-scheme'], extra);
  // Only now: a pet without room gets no identifier.
  call.choose('id-scheme');
  return {
    status: 201,
    body: addFields(added.json, chooseExtraFields(call)(added.json)),
    changes: [{ type: 'pet-added', pet: added }],
  };
}
