import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readInt64 } from '../engine/service/int64.js';
import { instant } from '../options/readers.js';
import { ControlError } from './control-error.js';
import { document } from './generated/document.js';
import { describeProblem } from './problem.js';

function validator(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    verbose: true,
    coerceTypes,
    formats: {
      instant: (text: string) => instant(text) !== undefined,
      'int64-digits': (text: string) => readInt64(text) !== undefined,
    },
  });
  return ajv.addSchema(document, 'admin');
}

const [ofBodies, ofTexts] = [validator(false), validator(true)];

function check(validate: ValidateFunction | undefined, what: string, value: unknown): void {
  if (validate === undefined) {
    throw new Error(`spec/admin.openapi.yaml has no schema for ${what}.`);
  }
  const [error] = validate(value) ? [] : (validate.errors ?? []);
  if (error !== undefined) {
    throw new ControlError('malformed', describeProblem(what, error));
  }
}

/** A JSON pointer into spec/admin.openapi.yaml. */
export type Pointer = readonly (string | number)[];

const refOf = (pointer: Pointer) =>
  `admin#/${pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

/**
 * Holds a JSON value to a schema of spec/admin.openapi.yaml.
 *
 * @param what begins the sentence that says what is wrong: `The body`
 * @throws {ControlError} when it isn't what the schema says
 */
export function checkValue(pointer: Pointer, what: string, value: unknown): void {
  const ref = refOf(pointer);
  check(ofBodies.getSchema(ref), what, value);
}

/** One for each parameter of the spec: ajv keeps every schema that it compiles, and takes its time. */
const textReaders = new Map<string, ValidateFunction>();

function makeTextReader(ref: string): ValidateFunction {
  // What is coerced has to stand in an object.
  const reader = ofTexts.compile({ type: 'object', properties: { value: { $ref: ref } } });
  textReaders.set(ref, reader);
  return reader;
}

/**
 * Reads the text of a parameter as the value that its schema says.
 *
 * @throws {ControlError} when it isn't one
 */
export function readText(pointer: Pointer, what: string, text: string): unknown {
  const ref = refOf(pointer);
  const validate = textReaders.get(ref) ?? makeTextReader(ref);
  const holder = { value: text };
  const [error] = validate(holder) ? [] : (validate.errors ?? []);
  if (error !== undefined) {
    throw new ControlError('malformed', describeProblem(what, { ...error, instancePath: '' }));
  }
  return holder.value;
}
