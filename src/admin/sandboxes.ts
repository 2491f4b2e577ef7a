import type { SandboxSummary } from '../engine/backend.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { omitUndefined } from '../engine/interface/json.js';
import { summarizeSandbox } from '../engine/local-backend.js';
import { applyChange } from '../engine/sandbox/changes.js';
import { discardRestored, prepareRestore } from '../engine/sandbox/sandbox.js';
import type { Redactor } from '../log/redaction.js';
import { takeSteps } from '../turn.js';
import { createJsonBody, type Handler } from './call.js';
import { checkRules } from './rules.js';
import type { SandboxInfo } from './schemas.js';
import { readSnapshot } from './snapshot-reader.js';
import { formatSnapshot } from './snapshot-text.js';

function toSandboxInfo({ name, test, ...counts }: SandboxSummary, redactor: Redactor): SandboxInfo {
  return { name, ...omitUndefined({ test: test && redactor.text(test) }), ...counts };
}

export const listSandboxes: Handler<'listSandboxes'> = async ({ backend, redactor }) => ({
  sandboxes: (await backend.list()).map((summary) => toSandboxInfo(summary, redactor)),
});

export const dropSandbox: Handler<'dropSandbox'> = async ({ backend }, { parameters }) => {
  const { name } = parameters;
  if (!(await backend.drop(name))) {
    throw new SimulatorError(
      'not_found',
      `There is no sandbox ${JSON.stringify(name)}. GET /__admin/sandboxes lists all sandboxes.`,
    );
  }
  return undefined;
};

export const reset: Handler<'reset'> = async ({ backend, baselines, redactor }, call) => {
  const { body = {} } = call;
  const start = await baselines.find(body);
  return backend.update(call.sandbox, (sandbox) => {
    applyChange(sandbox, { type: 'reset', start, test: body.test });
    return toSandboxInfo(summarizeSandbox(sandbox), redactor);
  });
};

export const readState: Handler<'readState'> = async ({ backend }, call) =>
  createJsonBody(formatSnapshot((await backend.read(call.sandbox)).state()));

export const writeState: Handler<'writeState'> = async ({ backend, maxBody, redactor }, call) => {
  const { resources } = backend;
  const state = await readSnapshot(call.stream, { what: 'the body', resources, maxBody });
  await takeSteps(prepareRestore(state, resources));
  try {
    return await backend.update(call.sandbox, (sandbox) => {
      checkRules(sandbox.name, state.rules, backend.otherRules(sandbox.name));
      applyChange(sandbox, { type: 'restored', state });
      return toSandboxInfo(summarizeSandbox(sandbox), redactor);
    });
  } finally {
    discardRestored(state);
  }
};
