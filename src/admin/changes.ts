import { SimulatorError } from '../engine/interface/errors.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { PastChange as EngineChange } from '../engine/sandbox/history.js';
import type { Handler } from './call.js';
import type { PastChange } from './schemas.js';

const toPastChange = ({ time, ...change }: EngineChange): PastChange => ({
  ...change,
  time: new Date(time).toISOString(),
});

export const listChanges: Handler<'listChanges'> = (context, call) => ({
  changes: context.sandboxes.peek(call.sandbox).history.list().map(toPastChange),
});

export const undo: Handler<'undo'> = (context, call) => {
  const { steps = 1 } = call.body ?? {};
  const sandbox = context.sandboxes.peek(call.sandbox);
  const past = sandbox.history.list();
  if (steps > past.length) {
    const changes = past.length === 1 ? 'change' : 'changes';
    throw new SimulatorError(
      'simulator_conflict',
      `The sandbox ${sandbox.name} has ${past.length} ${changes} that can be undone; got steps ${steps}. GET /__admin/changes lists them.`,
    );
  }
  const changes = past.slice(0, steps).map(toPastChange);
  for (let step = 0; step < steps; step += 1) {
    applyChange(sandbox, { type: 'undone' });
  }
  return { changes };
};
