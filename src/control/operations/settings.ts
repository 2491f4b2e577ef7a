import { choicesOf } from '../../engine/service/open-points.js';
import { canShow } from '../../engine/simulation/clock.js';
import type { Sandbox } from '../../engine/simulation/sandbox.js';
import { instant } from '../../options/readers.js';
import { optionTable } from '../../options/table.js';
import { ControlError } from '../control-error.js';
import { readIntended } from '../intended.js';
import type { ClockChange, Settings, SettingsChange } from '../schemas.js';
import { type Handler, look, use } from './context.js';

const tellSettings = ({ choices, latency, intended }: Sandbox): Settings => ({
  choices: { ...choices },
  latency: { ...latency },
  intended: [...intended],
});

export const readSettings: Handler<'readSettings'> = (context, call) =>
  tellSettings(look(context, call));

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
  const { profile, choose, latency, intended } = call.body;
  const { start } = context.engine.sandboxes;
  const usual = latency === undefined ? start.latency : readLatency(latency);
  const sandbox = use(context, call);
  sandbox.choices =
    profile === undefined ? { ...start.choices, ...choose } : choicesOf(profile, choose);
  sandbox.latency = usual;
  sandbox.intended = readIntended(intended, start.intended);
  return tellSettings(sandbox);
};

export const readClock: Handler<'readClock'> = (context, call) => look(context, call).clock.state();

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
  return (instant(now) ?? new Date(clock.now())).getTime();
}

function setClock(sandbox: Sandbox, change: ClockChange): void {
  const { mode, now, advance = 0 } = change;
  const from = instantOf(sandbox, change);
  if (!canShow(from + advance)) {
    throw new ControlError(
      'malformed',
      'The clock can show the years 0000 to 9999, and the body leads beyond. Set or advance it less far.',
    );
  }
  const { clock } = sandbox;
  if (mode === 'real') {
    clock.set('real');
  } else if (mode === 'frozen' || now !== undefined) {
    clock.set(new Date(from));
  }
  clock.advance(advance);
}

export const writeClock: Handler<'writeClock'> = (context, call) => {
  const sandbox = use(context, call);
  setClock(sandbox, call.body);
  return sandbox.clock.state();
};
