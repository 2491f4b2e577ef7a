import * as z from 'zod/mini';
import { omitUndefined } from '../../base/json.js';
import { escapeUnprintable } from '../../base/text.js';
import { SimulatorError } from '../../document/errors.js';
import { defaultApiKey } from '../../engine/admit.js';
import { describeClock } from '../../engine/clock.js';
import { createSnapshot } from '../../engine/snapshot.js';
import { loadStart, mergeSettings } from './reset.js';
import { route } from './route.js';
import { described } from './schema-kit.js';
import {
  ClockUpdate,
  checkSnapshot,
  ResetSchema,
  SettingsSchema,
  SnapshotSchema,
} from './schemas.js';

export const sandboxRoutes = {
  listSandboxes: route({
    summary: 'List of sandboxes',
    description:
      '`default` comes first; the others follow in the order of their last use. Each has the number of its pets, its rules and its requests.',
    run: async ({ sandboxes }) => ({ sandboxes: await sandboxes.list() }),
  }),
  readInfo: route({
    summary: 'Facts about the simulator',
    description:
      'The default key, where the choices of its config file were learned, and the service that it stands in front of.',
    run: ({ options }) => {
      // A configured key may be in use elsewhere.
      const apiKey = options.apiKey.find((key) => key === defaultApiKey);
      const { learned, upstream } = options;
      return omitUndefined({ apiKey, learned, upstream });
    },
  }),
  dropSandbox: route({
    summary: 'Removal of a sandbox',
    description:
      'The next use of the name creates a new sandbox. `default` is replaced by a new one at once.',
    input: { name: described(z.string(), 'The name of the sandbox.') },
    run: async ({ sandboxes }, _sandbox, { name }) => {
      if (!(await sandboxes.drop(name))) {
        throw new SimulatorError(
          'not_found',
          `There is no sandbox ${JSON.stringify(name)}. GET /__admin/sandboxes lists all sandboxes.`,
        );
      }
    },
  }),
  reset: route({
    summary: 'Reset of a sandbox',
    tool: { name: 'reset_sandbox', effect: 'replaces' },
    description:
      'Pets, rules, journal, clock and settings become those of a new sandbox, except for the fields of the body.',
    input: { body: z.optional(ResetSchema) },
    run: async (context, sandbox, { body = {} }) => {
      const start = await loadStart(body, context);
      const test = body.test && escapeUnprintable(context.redact(body.test)).slice(-256);
      return context.sandboxes.control(sandbox, 'reset', { start, test });
    },
  }),
  readState: route({
    usesPets: true,
    indent: 2,
    summary: 'Snapshot of a sandbox',
    description: 'All data that the next responses depend on, without the journal.',
    run: ({ sandboxes }, sandbox) =>
      sandboxes.read(sandbox, (found, time) => createSnapshot(found, time)),
  }),
  writeState: route({
    usesPets: true,
    maxBody: '256mb',
    summary: 'Restore of a snapshot',
    description:
      'The next requests get the same responses as after the snapshot. The journal is empty. A snapshot has at most 256 MiB.',
    input: { body: SnapshotSchema },
    run: ({ sandboxes }, sandbox, { body }) =>
      sandboxes.control(sandbox, 'restore', checkSnapshot(body)),
  }),
  readSettings: route({
    summary: 'Settings of a sandbox',
    description: 'The choice for every open point, the delay, and the allowed notes.',
    run: ({ sandboxes }, sandbox) => sandboxes.read(sandbox, ({ settings }) => settings),
  }),
  writeSettings: route({
    summary: 'Replacement of all settings',
    tool: { name: 'change_settings', effect: 'replaces' },
    description: 'An omitted field gets the value from the start of the simulator. Pets stay.',
    input: { body: SettingsSchema },
    run: async ({ sandboxes }, sandbox, { body }) => {
      const settings = mergeSettings(body, sandboxes.start.settings);
      await sandboxes.control(sandbox, 'setSettings', settings);
      return settings;
    },
  }),
  readClock: route({
    summary: 'Clock of a sandbox',
    description: 'Real, or frozen at an instant.',
    run: ({ sandboxes }, sandbox) =>
      sandboxes.read(sandbox, ({ clock }, time) => describeClock(clock, time)),
  }),
  writeClock: route({
    summary: 'Freeze, advance or release of the clock',
    tool: { name: 'set_clock', effect: 'adds' },
    description:
      'A frozen clock that advances stays frozen; a real clock continues from the new time.',
    input: { body: ClockUpdate },
    run: ({ sandboxes }, sandbox, { body }) => sandboxes.control(sandbox, 'setClock', body),
  }),
};
