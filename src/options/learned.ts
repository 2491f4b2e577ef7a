import { isJsonObject, tryParseJson } from '../base/json.js';
import type { CustomBehaviour, CustomErrors } from '../document/custom-errors.js';
import { customErrorNames } from '../document/errors.js';
import { errorStatuses } from '../engine/scenario.js';
import type { OptionEntry, Readable } from './option.js';
import { wholeNumber } from './readers.js';

/** Facts that `animal-store learn` writes about the service of a config file. */
export interface LearnedSource {
  /** The service's base URL. */
  readonly from: string;
  /** When, in ISO 8601. */
  readonly at: string;
  /** Points that could not be told, and why. */
  readonly unset: Readonly<Record<string, string>>;
  /** Behaviour of the service for which the simulator has no choice. */
  readonly beyond: Readonly<Record<string, string>>;
  /** The constant parts of the service's responses, which `learn --check` compares. */
  readonly answers: Readonly<Record<string, string>>;
}

/** An object, or its JSON as a variable has it; an empty one by default. */
const objectWhere = <Value extends object>(
  expected: string,
  isLegal: (fields: object) => boolean = () => true,
): Readable<Value> & Pick<OptionEntry<Value>, 'default' | 'defaultText'> => ({
  expected,
  read: (raw) => {
    const value = typeof raw === 'string' ? tryParseJson(raw) : raw;
    return isJsonObject(value) && isLegal(value) ? (value as unknown as Value) : undefined;
  },
  defaultText: 'none',
  default: {} as Value,
});

function isCustomError([name, value]: readonly [name: string, value: unknown]): boolean {
  const { status, body, mediaType = '' } = isJsonObject(value) ? value : {};
  const { min, max } = errorStatuses;
  return (
    (customErrorNames as readonly string[]).includes(name) &&
    body !== undefined &&
    typeof status === 'number' &&
    wholeNumber(min, max).read(status) !== undefined &&
    typeof mediaType === 'string'
  );
}

export const customErrors = objectWhere<CustomErrors>(
  'an object such as {"not_found": {"status": 404, "body": {"error": "{message}"}}}, with a status from ' +
    `${errorStatuses.min} to ${errorStatuses.max}; its keys are ${customErrorNames.join(', ')}`,
  (errors) => Object.entries(errors).every(isCustomError),
);

export const extraFields = objectWhere<CustomBehaviour['extraFields'] & object>(
  'an object such as {"createdAt": "2030-01-01T00:00:00Z"}',
);

export const learnedSource = objectWhere<Partial<LearnedSource>>('what animal-store learn writes');
