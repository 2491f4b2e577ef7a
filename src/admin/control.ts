import type { Engine } from '../engine/engine.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { createRedactor } from '../log/redaction.js';
import type { ResolvedOptions } from '../options/table.js';
import { type ControlRequest, readCall } from './call.js';
import type { ControlContext, Handler } from './context.js';
import { ControlError } from './errors.js';
import * as pets from './pets.js';
import * as requests from './requests.js';
import * as scenarios from './rules.js';
import * as sandboxes from './sandboxes.js';
import type { ControlOperation } from './schemas.js';
import * as settings from './settings.js';
import { Starts } from './starts.js';

/** What only makes sense over HTTP. */
type OverHttp = 'streamEvents' | 'changeProviderState' | 'listContracts' | 'readContract';

const handlers: { readonly [Name in Exclude<ControlOperation, OverHttp>]: Handler<Name> } = {
  ...pets,
  ...requests,
  ...sandboxes,
  ...scenarios,
  ...settings,
};

/** The reply to a call: a JSON value, or nothing with a 204. */
export interface ControlReply {
  readonly status: number;
  readonly value: unknown;
}

/** Controls the sandboxes of one simulator: what `/__admin` and the TypeScript handles both call. */
export class Control {
  readonly context: ControlContext;

  constructor(engine: Engine, options: ResolvedOptions) {
    const starts = new Starts(options, engine.sandboxes.start);
    this.context = { engine, starts, redactor: createRedactor(options) };
  }

  /** @throws {ControlError} when the call can't be done */
  async answer(request: ControlRequest): Promise<ControlReply> {
    const { operation, status, ...call } = await readCall(request);
    const handler = Object.hasOwn(handlers, operation)
      ? (handlers[operation as keyof typeof handlers] as Handler<ControlOperation>)
      : undefined;
    if (handler === undefined) {
      throw new ControlError(
        'conflict',
        `${operation} can only be called over HTTP. Start the simulator on a port.`,
      );
    }
    try {
      return { status, value: await handler(this.context, call as Parameters<typeof handler>[1]) };
    } catch (error) {
      // What the engine refuses to whoever asks, such as a pet that there is no room for.
      throw error instanceof SimulatorError ? new ControlError('conflict', error.message) : error;
    }
  }
}
