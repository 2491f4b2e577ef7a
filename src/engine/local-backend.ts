import type { Backend, SandboxSummary } from './backend.js';
import type { Engine } from './engine.js';
import { recordChanges } from './sandbox/changes.js';
import type { Sandbox } from './sandbox/sandbox.js';

export function summarizeSandbox(sandbox: Sandbox): SandboxSummary {
  const { name, test, catalogue, journal, rules } = sandbox;
  const pets = catalogue.count(undefined);
  return { name, test, pets, requests: journal.total, rules: rules.length };
}

/** Creates the backend of the sandboxes of one engine. */
export function createLocalBackend(engine: Engine): Backend {
  const { sandboxes } = engine;
  const updateNew = <Result>(name: string, act: (sandbox: Sandbox) => Result): Result => {
    const sandbox = sandboxes.create(name);
    let isKept = false;
    try {
      const { result, changes } = recordChanges(sandbox, act);
      isKept = changes.length > 0;
      return result;
    } finally {
      if (isKept) {
        sandboxes.keep(sandbox);
      } else {
        sandbox.discard();
      }
    }
  };
  return {
    get start() {
      return sandboxes.start;
    },
    get resources() {
      return sandboxes.resources;
    },
    isReady: () => true,
    exchange: engine.exchange,
    sent: engine.sent,
    read: (name) => sandboxes.peek(name),
    update: (name, act) =>
      sandboxes.find(name) === undefined ? updateNew(name, act) : act(sandboxes.getOrCreate(name)),
    drop: (name) => sandboxes.drop(name),
    list: () => sandboxes.list().map(summarizeSandbox),
    otherRules: (name) => sandboxes.otherRules(name),
    listen: (name, listener, onSent) =>
      engine.listen(
        ({ sandbox }, _request, read) => {
          if (name === undefined || sandbox === name) {
            listener(read);
          }
        },
        onSent &&
          ((exchange, milliseconds) => {
            if (name === undefined || exchange.sandbox === name) {
              onSent(exchange, milliseconds);
            }
          }),
      ),
  };
}
