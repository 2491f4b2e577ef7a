import type { Header } from './message.js';
import { type ChoiceOf, type OpenPoint, openPointNames } from './open-points.js';
import type { ErrorStatus } from './operations.js';
import { newPetFields, requiredFields } from './pet.js';

/**
 * The errors of the service by name. The document lists 400, 401 and 404 and no `code` values
 * (section 7), so both sets of codes are the simulator's: the open point `error-codes` chooses one.
 * The other statuses come from HTTP, from an open point's choice, or from a scenario.
 */
export const serviceErrors = {
  bad_request: { status: 400, opaque: 'E1017' },
  unauthorized: { status: 401, opaque: 'E1029' },
  not_found: { status: 404, opaque: 'E1043' },
  method_not_allowed: { status: 405, opaque: 'E1051' },
  gone: { status: 410, opaque: 'E1058' },
  payload_too_large: { status: 413, opaque: 'E1066' },
  unsupported_media_type: { status: 415, opaque: 'E1071' },
  too_many_requests: { status: 429, opaque: 'E1084' },
  internal_server_error: { status: 500, opaque: 'E2003' },
  bad_gateway: { status: 502, opaque: 'E2011' },
  service_unavailable: { status: 503, opaque: 'E2019' },
  gateway_timeout: { status: 504, opaque: 'E2027' },
} as const;

export type ServiceErrorName = keyof typeof serviceErrors;

interface PromisedError {
  readonly name: ServiceErrorName;
  /** The part of an exchange that decides whether a response has the error. */
  readonly decidedBy: 'key' | 'request' | 'pets';
}

/** The errors that the document lists (section 7). */
export const promisedErrors: Readonly<Record<ErrorStatus, PromisedError>> = {
  400: { name: 'bad_request', decidedBy: 'request' },
  401: { name: 'unauthorized', decidedBy: 'key' },
  404: { name: 'not_found', decidedBy: 'pets' },
};
const byStatus: Readonly<Record<number, PromisedError>> = promisedErrors;

/** Finds what decides that a response has an error of the document; undefined for any other status. */
export const findDecider = (status: number) => byStatus[status]?.decidedBy;

export function getErrorCode(name: ServiceErrorName, choice: ChoiceOf<'error-codes'>): string {
  return choice === 'opaque' ? serviceErrors[name].opaque : name;
}

/** The headers that HTTP requires or expects with an error (RFC 9110, 11.6.1 and 10.2.3; RFC 6585, 4). */
export const errorHeaders: Readonly<Record<number, readonly Header[]>> = {
  401: [['WWW-Authenticate', 'Bearer']],
  429: [['Retry-After', '1']],
  503: [['Retry-After', '1']],
};

export function findErrorName(status: number): ServiceErrorName | undefined {
  const names = Object.keys(serviceErrors) as ServiceErrorName[];
  return names.find((name) => serviceErrors[name].status === status);
}

/** Bodies that contradict the document, which many services accept; each with the cause that it is else. */
export const leniencies = {
  'number-as-name': 'wrong_name',
  'text-as-category': 'wrong_categoryId',
  // The last value counts: RFC 8259, 4 leaves open which one does.
  'repeated-key': 'malformed_json',
} as const;
export type Leniency = keyof typeof leniencies;
export const leniencyNames = Object.keys(leniencies) as readonly Leniency[];

/**
 * The errors that a service may answer in its own way: those of the simulator, two that many services tell apart, and
 * each cause of an error. `huge_id` is that of a petId beyond int64.
 */
export const customErrorNames = [
  ...(Object.keys(serviceErrors) as ServiceErrorName[]),
  'missing_key',
  'unknown_path',
  'huge_id',
  // The mistake in a body.
  'malformed_json',
  'no_object',
  'text_body',
  'untyped_body',
  'missing_fields',
  ...requiredFields.map(({ name }) => `missing_${name}` as const),
  ...newPetFields.map(({ name }) => `wrong_${name}` as const),
  ...leniencyNames,
  ...openPointNames,
] as const;
export type CustomErrorName = (typeof customErrorNames)[number];

export interface ErrorDetails {
  /** The problem in a few words, without advice: `categoryId is required`. */
  readonly brief?: string | undefined;
  /** The open point whose choice decided it; undefined if the document did. */
  readonly point?: OpenPoint;
  /** The mistake, where services answer mistakes in different ways. */
  readonly cause?: CustomErrorName | undefined;
  readonly headers?: readonly Header[];
}

/**
 * An error response of the service; its message is for the people who read it. It is no `Error`, because
 * nobody sees its stack, and capturing one takes half as long as the rest of the exchange.
 */
export class ServiceError {
  constructor(
    readonly errorName: ServiceErrorName,
    readonly message: string,
    readonly details: ErrorDetails = {},
  ) {}
}

/** The Error of section 2: exactly `code`, `message` and `status`. */
export function writeError(code: string, message: string, status: number): string {
  return JSON.stringify({ code, message, status });
}

/**
 * The codes of the simulator's own refusals. On the service's paths each is a 501, so that nobody
 * mistakes one for a response of the service; elsewhere they have the status that HTTP gives them.
 */
export const simulatorErrors = {
  simulator_bad_preference: 501,
  simulator_bad_sandbox: 501,
  simulator_contradiction: 501,
  simulator_full: 501,
  simulator_not_described: 501,
  simulator_store_unavailable: 501,
  simulator_upstream_failed: 502,
  simulator_upstream_timeout: 504,
  bad_request: 400,
  simulator_token_refused: 401,
  simulator_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  simulator_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  simulator_body_already_read: 500,
  simulator_defect: 500,
} as const;

export type SimulatorErrorCode = keyof typeof simulatorErrors;

/**
 * The simulator refuses: its own interface was misused, or it can't do what was asked.
 *
 * @example
 * if (error instanceof SimulatorError && error.code === 'simulator_conflict') { … }
 */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
  /** The HTTP status that stands for the code. */
  readonly status: number;

  constructor(
    readonly code: SimulatorErrorCode,
    message: string,
  ) {
    super(message);
    this.status = simulatorErrors[code];
  }
}

export function createBadRequest(message: string): SimulatorError {
  return new SimulatorError('bad_request', message);
}
