import type { CustomBehaviour } from '../document/custom-errors.js';
import type { CorsSettings } from '../document/headers.js';
import {
  type ChoiceOf,
  type Choices,
  createChoiceError,
  type OpenPoint,
  openPoints,
} from '../document/open-points.js';
import type { Operation } from '../document/operations.js';
import type { AdmittedRequest } from './admit.js';
import type { Note } from './notes.js';
import type { Sandbox } from './sandbox.js';
import type { Rule, Scenario } from './scenario.js';

/** The settings of all sandboxes that decide replies. */
export interface ReplySettings extends CorsSettings, CustomBehaviour {
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}

/** A request of the service, on its way to its sandbox. */
export interface RequestCommand extends AdmittedRequest {
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
}

/** The same on its way through its sandbox; each step adds to it. */
export interface Call extends RequestCommand {
  readonly sandbox: Sandbox;
  readonly query: URLSearchParams;
  /** The operation of the request, whether it is admitted or not. */
  readonly operation: Operation | undefined;
  /** Those that decide how the request is read and answered. */
  readonly choices: Choices;
  notes: Note[];
  readonly settings: ReplySettings;
  scenario: Scenario;
  /** The rule that set the scenario; nothing if the request did. */
  rule: Rule | undefined;
}

/** Returns the choice for an open point, and notes it: every choice that shows in a response. */
export function choose<P extends OpenPoint>({ notes, choices }: Call, point: P): ChoiceOf<P> {
  const choice = choices[point];
  if (!notes.some((note) => note.kind === 'open' && note.point === point)) {
    notes.push({ kind: 'open', point, choice, section: openPoints[point].section });
  }
  return choice;
}

/** @throws {ServiceError} `bad_request` with the message when the choice is to reject the request */
export function chooseOrReject<P extends OpenPoint>(
  call: Call,
  point: P,
  message: string,
): Exclude<ChoiceOf<P>, 'reject'> {
  const choice = choose(call, point);
  if (choice === 'reject') {
    throw createChoiceError('bad_request', point, choice, message);
  }
  return choice as Exclude<ChoiceOf<P>, 'reject'>;
}

export function noteViolation({ notes }: Call, section: string): void {
  if (!notes.some((note) => note.kind === 'violation' && note.section === section)) {
    notes.push({ kind: 'violation', section });
  }
}

/** Notes a part of the scenario that the document doesn't have. */
export function noteBeyond({ notes }: Call, applied: string): void {
  notes.push({ kind: 'scenario', applied, beyond: true });
}
