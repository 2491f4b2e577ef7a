import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { readInt64 } from '../../base/int64.js';
import { type Fields, isJsonObject, parseJson } from '../../base/json.js';
import { describeValue, quote } from '../../base/text.js';
import { type CustomErrorName, type Leniency, ServiceError } from '../../document/errors.js';
import { sections } from '../../document/generated/sections.js';
import { spec } from '../../document/generated/spec.js';
import { openPoints } from '../../document/open-points.js';
import {
  findWrongField,
  isPetField,
  isSameName,
  type NewPet,
  newPetFields,
  readNewPet,
  requiredFields,
} from '../../document/pet.js';
import { formatProblem, formatRule } from '../../document/problem.js';
import { expectUnchanged, parsePetResponse } from '../../document/responses.js';
import { type Call, choose, chooseOrReject, noteBeyond, noteViolation } from '../call.js';
import { addFields, addPet } from '../pets.js';
import { checkUnknownQuery, chooseFields, type OperationSteps } from './common.js';

const fieldNames: readonly string[] = newPetFields.map(({ name }) => name);

const content = spec.paths['/pets'].post.requestBody.content['application/json'];
const sample = JSON.stringify(content.examples['with-status'].value);
const fix = `(section 4.2). Send a NewPet, such as ${sample}.`;

/** Chooses what becomes of fields that the document doesn't have: the text of an object to echo, or nothing. */
function readUnknownFields(call: Call, fields: Fields): string | undefined {
  const unknown = Object.keys(fields).filter((key) => !fieldNames.includes(key));
  if (unknown.length === 0) {
    return undefined;
  }
  const choice = chooseOrReject(
    call,
    'unknown-field',
    `NewPet has the fields ${fieldNames.join(', ')} (section 2); got ${quote(...unknown.slice(0, 4))} too. ` +
      'Leave out other fields.',
  );
  // The service assigns the identifier (section 2), so a body's is never echoed.
  const echoed = choice === 'echo' ? unknown.filter((key) => !isPetField(key)) : [];
  const members = echoed.map((key) => `${JSON.stringify(key)}:${stringify(fields[key])}`);
  return members.length === 0 ? undefined : `{${members.join(',')}}`;
}

const isForm = ({ request }: Call) =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');

/** True if a body is read as a form: curl declares JSON as one, too, which a service that ignores types reads. */
const hasFormFields = (call: Call) => {
  const { 'media-type': mediaType, 'form-body': form } = call.choices;
  const ignoresType = mediaType === 'accept' || form === 'json';
  return isForm(call) && !(ignoresType && call.request.body?.trimStart().startsWith('{'));
};

/** True if the service accepts a mistake in a body, which it notes. */
function accepts(call: Call, leniency: Leniency): boolean {
  const isAccepted = call.settings.accepts?.includes(leniency) ?? false;
  if (isAccepted) {
    noteViolation(call, sections.createPet);
    noteBeyond(call, `accepts=${leniency}`);
  }
  return isAccepted;
}

function findLeniency(name: string, value: unknown): readonly [Leniency, unknown] | undefined {
  if (name === 'name' && isLosslessNumber(value)) {
    return ['number-as-name', value.value];
  }
  return name === 'categoryId' && typeof value === 'string' && readInt64(value) !== undefined
    ? ['text-as-category', new LosslessNumber(value)]
    : undefined;
}

/** Names what is wrong with a field, as the errors of a service do. */
function nameMistake(fields: Fields, name: keyof NewPet): CustomErrorName {
  const value = fields[name];
  if (!requiredFields.some((field) => field.name in fields)) {
    return 'missing_fields';
  }
  const required = requiredFields.find((field) => field.name === name);
  return required !== undefined && value === undefined
    ? `missing_${required.name}`
    : (findLeniency(name, value)?.[0] ?? `wrong_${name}`);
}

/**
 * Converts the wrong fields that the service accepts, one after another.
 *
 * @throws {ServiceError} `bad_request` that names the first other one, and what was expected and received
 */
function convertFields(call: Call, fields: Fields): Fields {
  const wrong = findWrongField(fields, newPetFields);
  if (wrong === undefined) {
    return fields;
  }
  const { name, isRequired, problem, advice } = wrong;
  if (fields[name] === null && !isRequired) {
    chooseOrReject(call, 'null-status', `${name} ${formatProblem(problem)}. Leave it out.`);
    return convertFields(call, { ...fields, [name]: undefined });
  }
  const [leniency, value] = findLeniency(name, fields[name]) ?? [];
  // The fields of a form are all text.
  const isInForm = leniency === 'text-as-category' && hasFormFields(call);
  if (leniency === undefined || !(isInForm || accepts(call, leniency))) {
    const message = `${name} ${formatProblem(problem)}. ${advice}`;
    const details = { brief: `${name} ${formatRule(problem)}`, cause: nameMistake(fields, name) };
    throw new ServiceError('bad_request', message, details);
  }
  return convertFields(call, { ...fields, [name]: value });
}

const maxName = 255;

function checkName(call: Call, { name }: NewPet): void {
  const isBlank = call.choices['empty-name'] === 'reject-blank' && name.trim() === '';
  if (name === '' || isBlank) {
    const what = 'name is the empty string (section 2, NewPet). Send a name.';
    chooseOrReject(call, 'empty-name', what);
  }
  if (name.length > maxName) {
    const what = `name has ${name.length} characters; the limit is ${maxName} (section 8). Send fewer.`;
    chooseOrReject(call, 'long-name', what);
  }
}

function checkCategoryForm(call: Call, { categoryId }: Fields): void {
  if (isLosslessNumber(categoryId) && readInt64(categoryId.value) === undefined) {
    const what = `categoryId must be an integer in plain digits (section 2); got ${describeValue(categoryId)}.`;
    chooseOrReject(call, 'decimal-integer', what);
  }
}

/** @param received follows the problem in the message: `; got …` */
function createBodyError(problem: string, cause?: CustomErrorName, received = ''): ServiceError {
  const brief = `The body ${problem}`;
  return new ServiceError('bad_request', `${brief}${received} ${fix}`, { brief, cause });
}

/** @throws {ServiceError} `bad_request` when a body isn't a JSON object */
function parseFields(call: Call, text: string): Fields {
  if (text.trim() === '') {
    throw createBodyError('is empty, and one is required', 'malformed_json');
  }
  let value: unknown;
  let cause: CustomErrorName = 'malformed_json';
  try {
    value = parseJson(text, 'digits', () => {
      cause = 'repeated-key';
      return accepts(call, 'repeated-key');
    });
  } catch (error) {
    throw createBodyError(`can't be read as JSON`, cause, `: ${(error as Error).message}`);
  }
  if (!isJsonObject(value)) {
    throw createBodyError('must be an object', 'no_object', `; got ${describeValue(value)}`);
  }
  return value;
}

/** @throws {ServiceError} `bad_request` */
function readFields(call: Call): Fields {
  const { body: text = '', bodyProblem } = call.request;
  if (bodyProblem === 'not-utf8') {
    throw createBodyError('must be UTF-8 (RFC 8259, 8.1)');
  }
  const isFields = hasFormFields(call);
  const fields = isFields ? Object.fromEntries(new URLSearchParams(text)) : parseFields(call, text);
  return convertFields(call, fields);
}

/** @throws {ServiceError} `bad_request` */
function readNewPetBody(call: Call) {
  let fields: Fields;
  try {
    fields = readFields(call);
  } catch (error) {
    noteViolation(call, sections.createPet);
    throw error;
  }
  const pet = readNewPet(fields);
  checkCategoryForm(call, fields);
  checkName(call, pet);
  return { pet, extra: readUnknownFields(call, fields) };
}

function checkCategory(call: Call, { categoryId }: NewPet): void {
  const { all, categories } = call.sandbox.seeded;
  // Without seeded pets, none is unknown: all are alike.
  if (all.length > 0 && !categories.has(String(categoryId))) {
    const what = `No seeded pet has the categoryId ${categoryId} (section 2, NewPet). Send one from the list.`;
    chooseOrReject(call, 'unknown-category', what);
  }
}

function checkMediaType(call: Call): void {
  const { 'content-encoding': coding = 'identity', 'content-type': type } = call.request.headers;
  const isCoded = coding.toLowerCase() !== 'identity';
  if (!isCoded && type?.split(';')[0]?.trim().toLowerCase() === 'application/json') {
    return;
  }
  noteViolation(call, sections.createPet);
  const mediaType = type === undefined ? 'no media type' : `media type ${quote(type)}`;
  const got = isCoded
    ? `content coding ${quote(coding)}. Send it without Content-Encoding.`
    : `${mediaType}. Send the header Content-Type: application/json.`;
  const message = `The body must be application/json (section 4.2); got ${got}`;
  const point = isForm(call) ? 'form-body' : 'media-type';
  if (choose(call, point) !== 'json' || hasFormFields(call)) {
    const isText = /^text\/plain\b/i.test(type ?? '');
    const cause = type === undefined ? 'untyped_body' : isText ? 'text_body' : point;
    chooseOrReject(call, point, message, cause);
  }
}

const tooLarge = 'The body is larger than the option max-body allows';

/** Section 4.2. */
export const createPet: OperationSteps<ReturnType<typeof readNewPetBody>> = {
  read: (call, operation) => {
    if (call.request.bodyProblem === 'too-large') {
      throw new ServiceError(
        'payload_too_large',
        `${tooLarge} (section 8 states no limit). Send a smaller body, or start the simulator with a larger limit.`,
        { brief: tooLarge },
      );
    }
    checkUnknownQuery(call, operation);
    checkMediaType(call);
    return readNewPetBody(call);
  },
  run: (call, { pet, extra }) => {
    checkCategory(call, pet);
    const isAvailable = pet.status === undefined && choose(call, 'omitted-status') === 'available';
    const stored = isAvailable ? { ...pet, status: 'available' as const } : pet;
    const json = addPet(call.sandbox, stored, extra);
    // Only now: a pet without room gets no identifier.
    choose(call, 'id-scheme');
    return { status: 201, body: addFields(json, chooseFields(call)) };
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
