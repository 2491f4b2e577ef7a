import { type AllowedNote, allowableNotes } from '../engine/choices/notes.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { canShow } from '../engine/sandbox/clock.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { readInstant } from '../options/readers.js';
import { optionTable } from '../options/table.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './call.js';
import type { ClockChange, Settings, SettingsChange } from './schemas.js';

/**
 * Merges the allowed notes of a sandbox with those of the simulator, without duplicates.
 *
 * @param always what every sandbox of the simulator allows
 */
export function mergeAllowed(
  allow: readonly AllowedNote[] = [],
  always: readonly AllowedNote[],
): readonly AllowedNote[] {
  return allowableNotes.filter((note) => allow.includes(note) || always.includes(note));
}

function toSettings({ choices, latency, allow }: Sandbox): Settings {
  return { choices: { ...choices }, latency: { ...latency }, allow: [...allow] };
}

function readLatency(raw: SettingsChange['latency']) {
  const latency = optionTable.latency.read(raw);
  if (latency === undefined) {
    throw new SimulatorError(
      'bad_request',
      `latency of the body must be ${optionTable.latency.legal}; got ${JSON.stringify(raw)}.`,
    );
  }
  return latency;
}

export const readSettings: Handler<'readSettings'> = (context, call) =>
  toSettings(peekSandbox(context, call));

export const writeSettings: Handler<'writeSettings'> = (context, call) => {
  const { profile, choose, latency: sent, allow } = call.body;
  const { start } = context.engine.sandboxes;
  const latency = sent === undefined ? start.latency : readLatency(sent);
  const sandbox = getOrCreateSandbox(context, call);
  sandbox.choices =
    profile === undefined ? { ...start.choices, ...choose } : resolveChoices(profile, choose);
  sandbox.latency = latency;
  sandbox.allow = mergeAllowed(allow, start.allow);
  return toSettings(sandbox);
};

export const readClock: Handler<'readClock'> = (context, call) =>
  peekSandbox(context, call).clock.state();

/** The instant that a clock runs on from, or stands still at. */
function findInstant({ clock }: Sandbox, { mode, now }: ClockChange): number {
  if (mode !== 'real') {
    return readInstant(now)?.getTime() ?? clock.now();
  }
  if (now !== undefined) {
    throw new SimulatorError(
      'bad_request',
      'A real clock must not have now. Leave now out, or freeze the clock: {"mode":"frozen","now":"2030-12-06T00:00:00Z"}.',
    );
  }
  return Date.now();
}

export const writeClock: Handler<'writeClock'> = (context, call) => {
  const { mode, now, advance = 0 } = call.body;
  const sandbox = getOrCreateSandbox(context, call);
  const from = findInstant(sandbox, call.body);
  if (!canShow(from + advance)) {
    throw new SimulatorError(
      'bad_request',
      'The clock must stay within the years 0000 to 9999. Set or advance it less far.',
    );
  }
  const { clock } = sandbox;
  if (mode === 'real') {
    clock.set('real');
  } else if (mode === 'frozen' || now !== undefined) {
    clock.set(new Date(from));
  }
  clock.advance(advance);
  return clock.state();
};
