import { stringify } from 'lossless-json';
import * as z from 'zod/mini';
import { createBadRequest, SimulatorError } from '../../document/errors.js';
import { checkRule } from '../../engine/check-rule.js';
import { changeClock, describeClock, restoreClock } from '../../engine/clock.js';
import { maxDelay } from '../../engine/preferences.js';
import type { RuleInput } from '../../engine/rules.js';
import type { SandboxSettings } from '../../engine/sandbox.js';
import { createSnapshot, type Snapshot as EngineSnapshot } from '../../engine/snapshot.js';
import { readLatency } from '../../options/readers.js';
import { Changes, changesInput } from './exchange-schemas.js';
import { checkValue, copyJson } from './input.js';
import { mergeAllowed, mergeChoices } from './load-start.js';
import { listChanges, presentSandbox } from './requests.js';
import { nothing, route } from './route.js';
import { described } from './schema-kit.js';
import { Clock, ClockChange, Reset, Sandbox, Settings, SettingsChange } from './schemas.js';
import { Snapshot } from './snapshot-schema.js';

/** Checks what the schema can't: how the fields fit together. */
function checkSnapshot({ clock, latency, seeded, rules, pets }: z.infer<typeof Snapshot>): void {
  if (seeded > pets.length) {
    throw createBadRequest(
      `seeded of the snapshot must be at most ${pets.length}, the number of its pets; got ${seeded}.`,
    );
  }
  changeClock(restoreClock(clock), {}, Date.now());
  const { from, to, median, p95 } = latency;
  if (from > to) {
    throw createBadRequest(
      'latency of the snapshot must not have a from that is larger than its to.',
    );
  }
  if ((median === undefined) !== (p95 === undefined) || Number(median) > Number(p95)) {
    throw createBadRequest(
      'latency of the snapshot must have no median, or one with a p95 that is not smaller.',
    );
  }
  if (new Set(rules.map(({ id }) => id)).size < rules.length) {
    throw createBadRequest('Two rules of the snapshot have the same id. Change one of them.');
  }
  (rules as readonly RuleInput[]).forEach(checkRule);
}

/**
 * Reads a snapshot that a file has.
 *
 * @throws {SimulatorError} `bad_request` when it isn't one
 */
export function readSnapshot(value: unknown): EngineSnapshot {
  const snapshot = checkValue(Snapshot, 'the snapshot', copyJson(value));
  checkSnapshot(snapshot);
  return snapshot as EngineSnapshot;
}

const toSettings = ({ choices, latency, allow, needs }: SandboxSettings) =>
  ({ choices, latency, allow, needs }) as z.infer<typeof Settings>;

function parseLatency(raw: string | number) {
  const latency = readLatency(maxDelay)(raw);
  if (latency === undefined) {
    throw createBadRequest(
      `latency of the body must be milliseconds up to ${maxDelay}, such as 200, a range such as 100-300, or a ` +
        `distribution by its median and 95th percentile, such as lognormal:120,400; got ${stringify(raw)}.`,
    );
  }
  return latency;
}

export const sandboxRoutes = {
  listSandboxes: route(
    'List of sandboxes',
    '`default` comes first; the others follow in the order of their last use.',
    {
      input: {},
      output: z.object({ sandboxes: z.array(Sandbox) }),
      run: async ({ sandboxes, redact }) => {
        const all = await sandboxes.list();
        return { sandboxes: all.map((summary) => presentSandbox(summary, redact)) };
      },
    },
  ),
  dropSandbox: route(
    'Removal of a sandbox',
    'The next use of the name creates a new sandbox. `default` is replaced by a new one at once.',
    {
      input: { name: described(z.string(), 'The name of the sandbox.') },
      output: nothing,
      run: async ({ sandboxes }, _sandbox, { name }) => {
        if (!(await sandboxes.drop(name))) {
          throw new SimulatorError(
            'not_found',
            `There is no sandbox ${JSON.stringify(name)}. GET /__admin/sandboxes lists all sandboxes.`,
          );
        }
      },
    },
  ),
  listChanges: route(
    'Sandboxes that changed',
    'Waits until something is newer than the revision, or for the timeout. The journal of a sandbox that changed may have new exchanges.',
    {
      input: changesInput,
      output: Changes,
      run: listChanges,
    },
  ),
  reset: route(
    'Reset of a sandbox',
    'Pets, rules, journal, clock and settings become those of a new sandbox, except for the fields of the body.',
    {
      input: { body: z.optional(Reset) },
      output: Sandbox,
      run: async ({ sandboxes, redact, loadStart }, sandbox, { body = {} }) => {
        const start = await loadStart(body);
        const summary = await sandboxes.control(sandbox, 'reset', { start, test: body.test });
        return presentSandbox(summary, redact);
      },
    },
  ),
  readState: route(
    'Snapshot of a sandbox',
    'All data that the next responses depend on, without the journal.',
    {
      input: {},
      output: Snapshot,
      run: ({ sandboxes }, sandbox) =>
        sandboxes.read(sandbox, (found) => createSnapshot(found, Date.now())) as z.infer<
          typeof Snapshot
        >,
    },
  ),
  writeState: route(
    'Restore of a snapshot',
    'The next requests get the same responses as after the snapshot. The journal is empty. A snapshot has at most 256 MiB.',
    {
      input: { body: Snapshot },
      output: Sandbox,
      run: async ({ sandboxes, redact }, sandbox, { body }) => {
        checkSnapshot(body);
        const summary = await sandboxes.control(sandbox, 'restore', body as EngineSnapshot);
        return presentSandbox(summary, redact);
      },
    },
  ),
  readSettings: route(
    'Settings of a sandbox',
    'The choice for every open point, the latency, and the allowed notes.',
    {
      input: {},
      output: Settings,
      run: ({ sandboxes }, sandbox) =>
        sandboxes.read(sandbox, ({ settings }) => toSettings(settings)),
    },
  ),
  writeSettings: route(
    'Replacement of all settings',
    'An omitted field gets the value from the start of the simulator. Pets stay.',
    {
      input: { body: SettingsChange },
      output: Settings,
      run: async ({ sandboxes }, sandbox, { body }) => {
        const { settings: own } = sandboxes.start;
        const settings = {
          choices: mergeChoices(body, own.choices),
          latency: body.latency === undefined ? own.latency : parseLatency(body.latency),
          allow: mergeAllowed(body.allow, own.allow),
          needs: body.needs,
        };
        await sandboxes.control(sandbox, 'setSettings', settings);
        return toSettings(settings);
      },
    },
  ),
  readClock: route('Clock of a sandbox', 'Real, or frozen at an instant.', {
    input: {},
    output: Clock,
    run: ({ sandboxes }, sandbox) =>
      sandboxes.read(sandbox, ({ clock }) => describeClock(clock, Date.now())),
  }),
  writeClock: route(
    'Freeze, advance or release of the clock',
    'A frozen clock that advances stays frozen; a real clock continues from the new time.',
    {
      input: { body: ClockChange },
      output: Clock,
      run: ({ sandboxes }, sandbox, { body }) => sandboxes.control(sandbox, 'setClock', body),
    },
  ),
};
