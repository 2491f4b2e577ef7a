import { LosslessNumber, stringify } from 'lossless-json';
import { document } from '../generated/document.js';
import { chosen, rejected, ServiceError } from '../interface/errors.js';
import { describeValue, quote } from '../interface/format.js';
import { readJsonInt64 } from '../interface/int64.js';
import { readJsonObject } from '../interface/json.js';
import { isPetStatus, type NewPet, type PetStatus, petStatuses } from '../pets/pet.js';
import { type Answer, type Call, checkUnknownQuery, withExtraFields } from './call.js';

const known = Object.keys(document.components.schemas.NewPet.properties);
/** The identifier is the service's to assign (section 2), so a body's is never given back. */
const neverEchoed = [...known, 'id'];

const content = document.paths['/pets'].post.requestBody.content['application/json'];
const sample = JSON.stringify(content.examples['with-status'].value);
const fix = `(section 4.2). Send a NewPet, such as ${sample}.`;

/** A NewPet as it is to be stored. */
interface NewPetBody {
  readonly pet: NewPet;
  /** Further members to be given back, as JSON text with leading commas. */
  readonly extra: string;
}

type Fields = Record<string, unknown>;

function invalid(message: string): ServiceError {
  return new ServiceError('bad_request', message);
}

function readName({ name }: Fields): string {
  if (name === undefined) {
    throw invalid('name is missing: a string is required (section 2, NewPet). Add "name".');
  }
  if (typeof name !== 'string') {
    throw invalid(
      `name must be a string, and ${describeValue(name)} came (section 2, NewPet). Send text in quotes.`,
    );
  }
  return name;
}

function readCategoryId({ categoryId }: Fields): bigint {
  if (categoryId === undefined) {
    throw invalid(
      'categoryId is missing: an int64 integer is required (section 2, NewPet). Add "categoryId".',
    );
  }
  const value = categoryId instanceof LosslessNumber ? readJsonInt64(categoryId.value) : undefined;
  if (value === undefined) {
    throw invalid(
      'categoryId must be an integer from -9223372036854775808 to 9223372036854775807 (int64), ' +
        `and ${describeValue(categoryId)} came (section 2, NewPet). Send plain digits without quotes.`,
    );
  }
  return value;
}

function readStatus({ status }: Fields): PetStatus | undefined {
  if (status === undefined || isPetStatus(status)) {
    return status;
  }
  throw invalid(
    `status must be one of ${petStatuses.join(', ')}, and ${describeValue(status)} came (section 2, ` +
      'PetStatus). Use one of them, or leave status out.',
  );
}

function chooseStatus(call: Call, status: PetStatus | undefined): PetStatus | undefined {
  if (status !== undefined) {
    return status;
  }
  return call.choose('omitted-status') === 'absent' ? undefined : 'available';
}

function checkName(call: Call, name: string): void {
  if (name === '' && call.choose('empty-name') === 'reject') {
    throw rejected('empty-name', 'name is the empty string (section 2, NewPet). Send a name.');
  }
}

function checkCategory(call: Call, categoryId: bigint): void {
  if (call.sandbox.catalogue.seeded.hasCategory(categoryId)) {
    return;
  }
  if (call.choose('unknown-category') === 'reject') {
    throw rejected(
      'unknown-category',
      `No seeded pet has the categoryId ${categoryId} (section 2, NewPet). Send one that the list shows.`,
    );
  }
}

function readUnknownFields(call: Call, fields: Fields): string {
  const unknown = Object.keys(fields).filter((key) => !known.includes(key));
  if (unknown.length === 0) {
    return '';
  }
  switch (call.choose('unknown-field')) {
    case 'ignore':
      return '';
    case 'reject':
      throw rejected(
        'unknown-field',
        `NewPet has ${known.join(', ')} (section 2), and ${quote(...unknown)} came too. Send nothing else.`,
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
 * @throws {ServiceError} `bad_request` that names the field, what was expected and what came
 */
function readNewPet(call: Call, body: Uint8Array): NewPetBody {
  let pet: { name: string; categoryId: bigint; status: PetStatus | undefined };
  let fields: Fields;
  try {
    fields = readJsonObject(body, fix);
    pet = {
      name: readName(fields),
      categoryId: readCategoryId(fields),
      status: readStatus(fields),
    };
  } catch (error) {
    call.notes.violation('4.2');
    throw error;
  }
  checkName(call, pet.name);
  checkCategory(call, pet.categoryId);
  const extra = readUnknownFields(call, fields);
  const { name, categoryId } = pet;
  const status = chooseStatus(call, pet.status);
  return { pet: status === undefined ? { name, categoryId } : { name, categoryId, status }, extra };
}

interface ForeignFormat {
  readonly came: string;
  readonly fix: string;
}

/** What keeps a body from being read as JSON as it stands: its media type, or a content coding. */
function foreignFormat({ request }: Call): ForeignFormat | undefined {
  const coding = request.header('content-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return { came: `content coding ${quote(coding)}`, fix: 'Send it without Content-Encoding.' };
  }
  const mediaType = request.header('content-type');
  if (mediaType?.split(';')[0]?.trim().toLowerCase() === 'application/json') {
    return undefined;
  }
  return {
    came: mediaType === undefined ? 'no media type' : `media type ${quote(mediaType)}`,
    fix: 'Send the header Content-Type: application/json.',
  };
}

function checkMediaType(call: Call): void {
  const format = foreignFormat(call);
  if (format === undefined) {
    return;
  }
  call.notes.violation('4.2');
  const advice =
    'The body must be sent as application/json, as it is (section 4.2), and ' +
    `${format.came} came. ${format.fix}`;
  switch (call.choose('media-type')) {
    case 'accept':
      return;
    case 'reject':
      throw rejected('media-type', advice);
    case 'unsupported':
      throw chosen('unsupported_media_type', 'media-type', 'unsupported', advice);
  }
}

/** Section 4.2. */
export function createPet(call: Call): Answer {
  const { body } = call.request;
  if (body === 'too-large') {
    throw new ServiceError(
      'payload_too_large',
      'The body is larger than this simulator takes (section 8 states no limit; the option ' +
        'max-body sets this one). Send a smaller body, or start the simulator with a larger limit.',
    );
  }
  checkUnknownQuery(call, []);
  checkMediaType(call);
  const { pet, extra } = readNewPet(call, body ?? new Uint8Array());
  const { catalogue, choices } = call.sandbox;
  const created = catalogue.add(pet, choices['id-scheme'], extra);
  // Only now: no identifier is assigned to a pet that there is no room for.
  call.choose('id-scheme');
  return { status: 201, body: withExtraFields(call, [created]).join('') };
}
