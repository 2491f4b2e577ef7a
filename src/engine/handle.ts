import type { AdmittedRequest } from './admit.js';
import { type Answer, answer } from './answer.js';
import { type ControlData, type ControlName, type ControlResult, controls } from './control.js';
import type { ReplySettings } from './reply.js';
import type { Sandbox } from './sandbox.js';

/** A request of the service, on its way to its sandbox. */
export interface RequestCommand extends AdmittedRequest {
  readonly type: 'request';
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
}

/** A change that a test makes, with all data that it needs. */
export interface ControlCommand<Name extends ControlName = ControlName> {
  readonly type: Name;
  readonly data: ControlData<Name>;
  /** By the real clock, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Carries out a command: decides and applies, in place. It is deterministic, so an equal sandbox and an equal
 * command give an equal result: a list of commands is enough to share a sandbox.
 *
 * @throws {SimulatorError} when a control is refused; then nothing changes
 */
export function handle(sandbox: Sandbox, command: RequestCommand, settings: ReplySettings): Answer;
export function handle<Name extends ControlName>(
  sandbox: Sandbox,
  command: ControlCommand<Name>,
  settings: ReplySettings,
): ControlResult<Name>;
export function handle(
  sandbox: Sandbox,
  command: RequestCommand | ControlCommand,
  settings: ReplySettings,
): Answer | ControlResult<ControlName> {
  if (command.type === 'request') {
    return answer(sandbox, command, command.time, settings);
  }
  const control = controls[command.type] as (
    sandbox: Sandbox,
    data: unknown,
    time: number,
  ) => ControlResult<ControlName>;
  return control(sandbox, command.data, command.time);
}
