import { stringify } from 'lossless-json';
import { createBadRequest } from '../engine/interface/errors.js';
import { omitUndefined } from '../engine/interface/json.js';
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
import { mergeAllowed, mergeChoices } from './baselines.js';
import type { Handler } from './call.js';
import type { ClockChange, Settings, SettingsChange } from './schemas.js';

function toSettings({ choices, latency, allow, needs }: Sandbox): Settings {
  return {
    choices,
    latency,
    allow: [...allow],
    ...omitUndefined({ needs: needs as Settings['needs'] }),
  };
}

function readLatency(raw: SettingsChange['latency']) {
  const latency = optionTable.latency.read(raw);
  if (latency === undefined) {
    throw createBadRequest(
      `latency of the body must be ${optionTable.latency.legal}; got ${stringify(raw)}.`,
    );
  }
  return latency;
}

export const readSettings: Handler<'readSettings'> = async ({ backend }, call) =>
  toSettings(await backend.read(call.sandbox));

export const writeSettings: Handler<'writeSettings'> = ({ backend }, call) => {
  const { latency: sent, allow, needs } = call.body;
  const { start } = backend;
  const latency = sent === undefined ? start.latency : readLatency(sent);
  const choices = mergeChoices(call.body, start.choices);
  const allowed = mergeAllowed(allow, start.allow);
  return backend.update(call.sandbox, (sandbox) => {
    applyChange(sandbox, { type: 'settings-set', choices, latency, allow: allowed, needs });
    return toSettings(sandbox);
  });
};

export const readClock: Handler<'readClock'> = async ({ backend }, call) =>
  describeClock((await backend.read(call.sandbox)).clock);

/** The instant that a clock runs on from, or stands still at. */
function findInstant(clock: Clock, { mode, now }: ClockChange): number {
  if (mode !== 'real') {
    return readInstant(now)?.getTime() ?? readTime(clock);
  }
  if (now !== undefined) {
    throw createBadRequest(
      'A real clock must not have now. Leave now out, or freeze the clock: {"mode":"frozen","now":"2030-12-06T00:00:00Z"}.',
    );
  }
  return Date.now();
}

/** @throws {SimulatorError} when the clock would leave the years that it can show */
function setClock(clock: Clock, change: ClockChange): Clock {
  const { mode, now, advance = 0 } = change;
  const from = findInstant(clock, change);
  if (!canShow(from + advance)) {
    throw createBadRequest(
      'The clock must stay within the years 0000 to 9999. Set or advance it less far.',
    );
  }
  if (mode === 'real') {
    return { mode, advanced: advance };
  }
  return mode === 'frozen' || now !== undefined
    ? { mode: 'frozen', at: from + advance }
    : advanceClock(clock, advance);
}

export const writeClock: Handler<'writeClock'> = ({ backend }, call) =>
  backend.update(call.sandbox, (sandbox) => {
    applyChange(sandbox, { type: 'clock-set', clock: setClock(sandbox.clock, call.body) });
    return describeClock(sandbox.clock);
  });
