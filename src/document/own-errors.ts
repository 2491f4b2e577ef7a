import { type ServiceErrorName, serviceErrors } from './errors.js';
import { isJsonObject, type JsonValue } from './json.js';

/** The errors that a service may answer in its own way: those of the simulator, and two that many tell apart. */
export const ownErrorNames = [
  ...(Object.keys(serviceErrors) as ServiceErrorName[]),
  'missing_key',
  'unknown_path',
] as const;
export type OwnErrorName = (typeof ownErrorNames)[number];

/** How a service answers an error, in place of the simulator's answer. */
export interface OwnError {
  readonly status: number;
  /**
   * JSON, or text of the media type. `{message}` in a string stands for the simulator's message, `{petId}` for
   * the one of the path.
   */
  readonly body: JsonValue;
  /** Default: `application/json`. */
  readonly mediaType?: string;
}
export type OwnErrors = Readonly<Partial<Record<OwnErrorName, OwnError>>>;

/** Whether the document permits the answer: its status, and the Error of section 2. */
export function isPermitted({ status, body }: OwnError, expected: number): boolean {
  const fields = isJsonObject(body) ? Object.keys(body).sort().join() : '';
  return status === expected && fields === 'code,message,status';
}
