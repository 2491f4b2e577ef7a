import {
  type CustomBehaviour,
  type CustomErrors,
  customErrorNames,
  type Leniency,
  leniencyNames,
} from '../document/custom-errors.js';
import { isJsonObject, parseJsonValue } from '../document/json.js';
import { errorStatuses } from '../engine/scenario.js';
import type { Readable } from './option.js';
import { wholeNumber } from './readers.js';

/** What `animal-store learn` says of the service whose choices are in a config file. */
export interface LearnedSource {
  /** Its base URL. */
  readonly from: string;
  /** When, in ISO 8601. */
  readonly at: string;
  /** Points that could not be told, and why. */
  readonly unset: Readonly<Record<string, string>>;
  /** What the service does and no choice of the simulator is. */
  readonly beyond: Readonly<Record<string, string>>;
  /** Its responses as far as they are always the same, which `learn --check` compares. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Reads an object, or its JSON as a variable has it. */
function readObject(raw: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = typeof raw === 'string' ? parseJsonValue(raw) : raw;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

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

export const customErrors: Readable<CustomErrors> = {
  expected:
    'an object such as {"not_found": {"status": 404, "body": {"error": "{message}"}}}, with a status from ' +
    `${errorStatuses.min} to ${errorStatuses.max}; its keys are ${customErrorNames.join(', ')}`,
  read: (raw) => {
    const errors = readObject(raw);
    return errors && Object.entries(errors).every(isCustomError) ? errors : undefined;
  },
};

export const leniencies: Readable<readonly Leniency[]> = {
  expected: `a list of ${leniencyNames.join(', ')}`,
  read: (raw) => {
    const all: unknown = typeof raw === 'string' ? raw.split(',') : raw;
    const names: readonly unknown[] = leniencyNames;
    return Array.isArray(all) && all.every((one) => names.includes(one)) ? all : undefined;
  },
};

export const extraFields: Readable<CustomBehaviour['extraFields'] & object> = {
  expected: 'an object such as {"createdAt": "2030-01-01T00:00:00Z"}',
  read: (raw) => readObject(raw) as CustomBehaviour['extraFields'],
};

export const learnedSource: Readable<Partial<LearnedSource>> = {
  expected: 'what animal-store learn writes',
  read: readObject,
};
