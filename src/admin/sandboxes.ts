import { SimulatorError } from '../engine/interface/errors.js';
import { applyChange } from '../engine/sandbox/changes.js';
import { prepareRestore, type Sandbox, takeRestored } from '../engine/sandbox/sandbox.js';
import type { Redactor } from '../log/redaction.js';
import { takeSteps } from '../turn.js';
import { createJsonBody, type Handler } from './call.js';
import { checkRules } from './rules.js';
import { omitUndefined, type SandboxInfo } from './schemas.js';
import { readSnapshot } from './snapshot-reader.js';
import { formatSnapshot } from './snapshot-text.js';

function toSandboxInfo(
  { name, catalogue, journal, rules, test }: Sandbox,
  redactor: Redactor,
): SandboxInfo {
  return {
    name,
    ...omitUndefined({ test: test && redactor.text(test) }),
    pets: catalogue.count(undefined),
    requests: journal.total,
    rules: rules.length,
  };
}

export const listSandboxes: Handler<'listSandboxes'> = ({ sandboxes, redactor }) => ({
  sandboxes: sandboxes.list().map((sandbox) => toSandboxInfo(sandbox, redactor)),
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
  applyChange(sandbox, { type: 'reset', start, test: call.body?.test });
  return toSandboxInfo(sandbox, context.redactor);
};

export const readState: Handler<'readState'> = (context, call) => {
  const state = context.sandboxes.peek(call.sandbox).state();
  return createJsonBody(formatSnapshot(state));
};

export const writeState: Handler<'writeState'> = async ({ sandboxes, maxBody, redactor }, call) => {
  const { resources } = sandboxes;
  const state = await readSnapshot(call.stream, { what: 'the body', resources, maxBody });
  await takeSteps(prepareRestore(state, resources));
  try {
    checkRules(sandboxes, call.sandbox, state.rules);
  } catch (error) {
    takeRestored(state, resources).discard();
    throw error;
  }
  // Only now: a snapshot that is refused creates no sandbox.
  const sandbox = sandboxes.getOrCreate(call.sandbox);
  applyChange(sandbox, { type: 'restored', state });
  return toSandboxInfo(sandbox, redactor);
};
