import { SimulatorError } from '../engine/interface/errors.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import type { Handler } from './call.js';
import type { SandboxInfo } from './schemas.js';
import { readSnapshot, toSnapshot } from './snapshot.js';

function toSandboxInfo({ name, catalogue, journal, rules }: Sandbox): SandboxInfo {
  return {
    name,
    pets: catalogue.count(undefined),
    requests: journal.total,
    rules: rules.length,
  };
}

export const listSandboxes: Handler<'listSandboxes'> = ({ sandboxes }) => ({
  sandboxes: sandboxes.list().map(toSandboxInfo),
});

export const dropSandbox: Handler<'dropSandbox'> = ({ sandboxes }, { parameters: { name } }) => {
  if (!sandboxes.drop(name)) {
    throw new SimulatorError(
      'not_found',
      `There is no sandbox ${JSON.stringify(name)}. GET /__admin/sandboxes lists all sandboxes.`,
    );
  }
  return undefined;
};

export const reset: Handler<'reset'> = async (context, call) => {
  const start = await context.baselines.find(call.body ?? {});
  const sandbox = context.sandboxes.getOrCreate(call.sandbox);
  applyChange(sandbox, { type: 'reset', start });
  return toSandboxInfo(sandbox);
};

export const readState: Handler<'readState'> = (context, call) =>
  toSnapshot(context.sandboxes.peek(call.sandbox).state());

export const writeState: Handler<'writeState'> = (context, call) => {
  const state = readSnapshot(call.body);
  const sandbox = context.sandboxes.getOrCreate(call.sandbox);
  applyChange(sandbox, { type: 'restored', state });
  return toSandboxInfo(sandbox);
};
