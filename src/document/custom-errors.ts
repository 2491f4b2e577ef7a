import { isJsonObject, type JsonValue, tryParseJson } from '../base/json.js';
import { type CustomErrorName, type Leniency, leniencies } from './errors.js';
import { operations } from './operations.js';
import { isPetField } from './pet.js';

/** The less exact causes of errors that have one. */
const general: Readonly<Partial<Record<CustomErrorName, CustomErrorName>>> = {
  ...leniencies,
  text_body: 'media-type',
  untyped_body: 'media-type',
  missing_fields: 'missing_name',
  'decimal-integer': 'wrong_categoryId',
  'null-status': 'wrong_status',
  huge_id: 'malformed-pet-id',
};

/** Finds the error of a service for a cause, or for a less exact one. */
export function findCustomError(
  errors: CustomErrors,
  cause: CustomErrorName | undefined,
  name: CustomErrorName,
): CustomError | undefined {
  return cause === undefined
    ? errors[name]
    : (errors[cause] ?? findCustomError(errors, general[cause], name));
}

/** A service's answer to an error, in place of the simulator's. */
export interface CustomError {
  readonly status: number;
  /**
   * JSON, or text of the media type. In its strings, `{message}` stands for the simulator's message, `{method}`,
   * `{path}`, `{petId}`, `{body}`, and the names of query parameters and fields for what the request has, `{now}`
   * and `{millis}` for the time of the sandbox, and `{id}` for an identifier. `{field}`, which keys may be, too, is the
   * first field of the request that the document doesn't have.
   */
  readonly body: JsonValue;
  /** Default: `application/json`; none if it is empty. */
  readonly mediaType?: string;
}
export type CustomErrors = Readonly<Partial<Record<CustomErrorName, CustomError>>>;

/** Lists the values of a request that errors may repeat, by the names that stand for them. */
export function listRepeatable(
  values: Readonly<Record<'method' | 'path' | 'petId', string>>,
  query: URLSearchParams,
  text = '',
): Readonly<Record<string, JsonValue>> {
  const body = tryParseJson(text) ?? text;
  const fields = { ...(isJsonObject(body) && body), ...Object.fromEntries(query) };
  const parameters = operations.flatMap(({ queryParameters }) => queryParameters);
  const isUnknown = (name: string) => !isPetField(name) && !parameters.includes(name);
  return { ...fields, ...values, body, field: Object.keys(fields).find(isUnknown) ?? '' };
}

/** Differences of a service from the simulator's choices. */
export interface CustomBehaviour {
  /** For the choice `error-codes=custom`. */
  readonly errors?: CustomErrors;
  /** Wrong bodies that it accepts. */
  readonly accepts?: readonly Leniency[];
  /** Fields of a Pet that are not in the document, for the choice `extra-response-fields=custom`. */
  readonly extraFields?: Readonly<Record<string, JsonValue>>;
}

/** True if the document permits the answer: its status, and the Error of section 2. */
export function isPermitted({ status, body }: CustomError, expected: number): boolean {
  const fields = isJsonObject(body) ? Object.keys(body).sort().join() : '';
  return status === expected && fields === 'code,message,status';
}
