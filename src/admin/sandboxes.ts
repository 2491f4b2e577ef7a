import { applyChange } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './context.js';
import { ControlError } from './errors.js';
import type { SandboxInfo } from './schemas.js';
import { readState as readSnapshot, tellState } from './snapshot.js';

function tellSandbox({ name, catalogue, journal, rules }: Sandbox): SandboxInfo {
  return {
    name,
    pets: catalogue.count(undefined),
    requests: journal.total,
    scenarios: rules.length,
  };
}

export const listSandboxes: Handler<'listSandboxes'> = ({ engine }) => ({
  sandboxes: engine.sandboxes.list().map(tellSandbox),
});

export const dropSandbox: Handler<'dropSandbox'> = ({ engine }, { parameters }) => {
  const name = String(parameters.name);
  if (!engine.sandboxes.drop(name)) {
    throw new ControlError(
      'notFound',
      `There is no sandbox ${JSON.stringify(name)}. GET /__admin/sandboxes lists those that there are.`,
    );
  }
  return undefined;
};

export const reset: Handler<'reset'> = async (context, call) => {
  const start = await context.starts.find(call.body ?? {});
  const sandbox = getOrCreateSandbox(context, call);
  applyChange(sandbox, { type: 'reset', start });
  return tellSandbox(sandbox);
};

export const readState: Handler<'readState'> = (context, call) =>
  tellState(peekSandbox(context, call).state());

export const writeState: Handler<'writeState'> = (context, call) => {
  const state = readSnapshot(call.body);
  const sandbox = getOrCreateSandbox(context, call);
  applyChange(sandbox, { type: 'restored', state });
  return tellSandbox(sandbox);
};
