import type { CustomBehaviour } from '../document/custom-errors.js';
import { type CustomErrorName, ServiceError, type ServiceErrorName } from '../document/errors.js';
import type { CorsSettings } from '../document/headers.js';
import {
  type ChoiceOf,
  type Choices,
  type OpenPoint,
  openPoints,
} from '../document/open-points.js';
import type { Operation, Section } from '../document/operations.js';
import type { AdmittedRequest } from './admit.js';
import type { Note } from './notes.js';
import type { Redact } from './redactor.js';
import type { Sandbox } from './sandbox.js';
import { type Forced, formatForced, type RuleState, type Scenario } from './scenario.js';

/** The settings of all sandboxes that decide replies. */
export interface ReplySettings extends CorsSettings, CustomBehaviour {
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}

/** A request of the service on its way through its sandbox; each step adds to it. */
export interface Call extends AdmittedRequest {
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
  readonly sandbox: Sandbox;
  readonly query: URLSearchParams;
  /** The operation of the request, whether it is admitted or not. */
  readonly operation: Operation | undefined;
  readonly choices: Choices;
  notes: Note[];
  readonly settings: ReplySettings;
  /** Hides the key of the request, which another service may repeat. */
  readonly hide: Redact | undefined;
  scenario: Scenario;
  /** The rule that set the scenario; nothing if the request did. */
  rule: RuleState | undefined;
}

/** Returns the choice for an open point, and notes it: every choice that shows in a response. */
export function choose<P extends OpenPoint>({ notes, choices }: Call, point: P): ChoiceOf<P> {
  const choice = choices[point];
  if (!notes.some((note) => note.kind === 'open' && note.point === point)) {
    notes.push({ kind: 'open', point, choice, section: openPoints[point].section });
  }
  return choice;
}

type PointThatRejects =
  | { [P in OpenPoint]: 'reject' extends ChoiceOf<P> ? P : never }[OpenPoint]
  | 'after-sunset';
/** The choices of these points that reject no request. */
type Accepting =
  | ('accept' | 'available' | 'clamp' | 'echo')
  | ('first' | 'ignore' | 'last' | 'none' | 'prefix');
type Rejecting = Exclude<ChoiceOf<PointThatRejects>, Accepting>;

/** The choices that reject a request, each with its error. */
export const rejections: Readonly<Record<Rejecting, ServiceErrorName>> = {
  reject: 'bad_request',
  'reject-blank': 'bad_request',
  // Of forms: who asks lets JSON in one pass.
  json: 'bad_request',
  unsupported: 'unsupported_media_type',
  'not-found': 'not_found',
  gone: 'gone',
};

export const isRejecting = (choice: string): choice is Rejecting => choice in rejections;

/** @throws {ServiceError} with the message and the point, when its choice rejects the request */
export function chooseOrReject<P extends PointThatRejects>(
  call: Call,
  point: P,
  message: string,
  cause: CustomErrorName = point,
): Exclude<ChoiceOf<P>, Rejecting> {
  const choice = choose(call, point);
  if (isRejecting(choice)) {
    const silence = "The document doesn't specify this case: the simulator chose this response";
    const text = `${message} ${silence} (open point ${point}=${choice}).`;
    throw new ServiceError(rejections[choice], text, { cause, point });
  }
  return choice as Exclude<ChoiceOf<P>, Rejecting>;
}

export function noteViolation({ notes }: Call, section: Section): void {
  if (!notes.some((note) => note.kind === 'violation' && note.section === section)) {
    notes.push({ kind: 'violation', section });
  }
}

/** @param beyond true if the document has no such response */
export function noteForced({ notes }: Call, forced: Forced, beyond = true): void {
  notes.push({ kind: 'scenario', applied: formatForced(forced), ...forced, beyond });
}

/** Notes a behaviour of a service of one's own, which the document doesn't have. */
export function noteBeyond({ notes }: Call, applied: string): void {
  if (!notes.some((note) => note.kind === 'scenario' && note.applied === applied)) {
    notes.push({ kind: 'scenario', applied, beyond: true });
  }
}
