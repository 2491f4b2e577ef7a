import { type AllowedNote, allowableNotes } from '../engine/choices/notes.js';
import { resolveChoices } from '../engine/choices/open-points.js';
import { applyChange } from '../engine/sandbox/changes.js';
import {
  advanceClock,
  type Clock,
  canShow,
  describeClock,
  readClock as readTime,
} from '../engine/sandbox/clock.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { readInstant } from '../options/readers.js';
import { optionTable } from '../options/table.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './context.js';
import { ControlError } from './errors.js';
import type { ClockChange, Settings, SettingsChange } from './schemas.js';

/**
 * What a test brings up on purpose, each once.
 *
 * @param usual what all do in this simulator: nobody has to say it again
 */
export function readAllow(
  said: readonly AllowedNote[] = [],
  usual: readonly AllowedNote[],
): readonly AllowedNote[] {
  return allowableNotes.filter((one) => said.includes(one) || usual.includes(one));
}

const tellSettings = ({ choices, latency, allow }: Sandbox): Settings => ({
  choices: { ...choices },
  latency: { ...latency },
  allow: [...allow],
});

export const readSettings: Handler<'readSettings'> = (context, call) =>
  tellSettings(peekSandbox(context, call));

function readLatency(raw: SettingsChange['latency']) {
  const latency = optionTable.latency.read(raw);
  if (latency === undefined) {
    throw new ControlError(
      'malformed',
      `latency of the body must be ${optionTable.latency.legal}, and ${JSON.stringify(raw)} came.`,
    );
  }
  return latency;
}

export const writeSettings: Handler<'writeSettings'> = (context, call) => {
  const { profile, choose, latency, allow } = call.body;
  const { start } = context.engine.sandboxes;
  const usual = latency === undefined ? start.latency : readLatency(latency);
  const sandbox = getOrCreateSandbox(context, call);
  applyChange(sandbox, {
    type: 'settings-set',
    choices:
      profile === undefined ? { ...start.choices, ...choose } : resolveChoices(profile, choose),
    latency: usual,
    allow: readAllow(allow, start.allow),
  });
  return tellSettings(sandbox);
};

export const readClock: Handler<'readClock'> = (context, call) =>
  describeClock(peekSandbox(context, call).clock);

/** The instant that a clock is to go on from, or to stand still at. */
function instantOf({ clock }: Sandbox, { mode, now }: ClockChange): number {
  if (mode === 'real' && now !== undefined) {
    throw new ControlError(
      'malformed',
      'A real clock can\'t be told what now is. Leave out now, or freeze it with {"mode":"frozen","now":"2030-12-06T00:00:00Z"}.',
    );
  }
  if (mode === 'real') {
    return Date.now();
  }
  return (readInstant(now) ?? new Date(readTime(clock))).getTime();
}

function decideClock(sandbox: Sandbox, change: ClockChange): Clock {
  const { mode, now, advance = 0 } = change;
  const from = instantOf(sandbox, change);
  if (!canShow(from + advance)) {
    throw new ControlError(
      'malformed',
      'The clock can show the years 0000 to 9999, and the body leads beyond. Set or advance it less far.',
    );
  }
  if (mode === 'real') {
    return { mode, advanced: advance };
  }
  return mode === 'frozen' || now !== undefined
    ? { mode: 'frozen', at: from + advance }
    : advanceClock(sandbox.clock, advance);
}

export const writeClock: Handler<'writeClock'> = (context, call) => {
  const sandbox = getOrCreateSandbox(context, call);
  applyChange(sandbox, { type: 'clock-set', clock: decideClock(sandbox, call.body) });
  return describeClock(sandbox.clock);
};
