import { SimulatorError } from '../engine/interface/errors.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { PastChange as EngineChange } from '../engine/sandbox/history.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import type { Handler } from './call.js';
import type { PastChange } from './schemas.js';

const toPastChange = ({ time, ...change }: EngineChange): PastChange => ({
  ...change,
  time: new Date(time).toISOString(),
});

export const listChanges: Handler<'listChanges'> = async ({ backend }, call) => {
  const { history } = await backend.read(call.sandbox);
  return { changes: history.list().map(toPastChange) };
};

/** @throws {SimulatorError} when fewer changes can be undone */
function undoChanges(sandbox: Sandbox, steps: number) {
  const past = sandbox.history.list();
  if (steps > past.length) {
    const changes = past.length === 1 ? 'change' : 'changes';
    throw new SimulatorError(
      'simulator_conflict',
      `The sandbox ${sandbox.name} has ${past.length} ${changes} that can be undone; got steps ${steps}. GET /__admin/changes lists them.`,
    );
  }
  for (let step = 0; step < steps; step += 1) {
    applyChange(sandbox, { type: 'undone' });
  }
  return { changes: past.slice(0, steps).map(toPastChange) };
}

export const undo: Handler<'undo'> = ({ backend }, call) => {
  const { steps = 1 } = call.body ?? {};
  return backend.update(call.sandbox, (sandbox) => undoChanges(sandbox, steps));
};
