import type { Engine } from '../engine/engine.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import type { Redactor } from '../log/redaction.js';
import type { BodyOf, ControlOperation, QueryOf, ReplyOf } from './schemas.js';
import type { Starts } from './starts.js';

/** What the operations work with. */
export interface ControlContext {
  readonly engine: Pick<Engine, 'sandboxes' | 'listen'>;
  readonly starts: Starts;
  readonly redactor: Redactor;
}

/** A call whose parts are what the spec says. */
export interface ControlCall<Name extends ControlOperation> {
  /** The name of the sandbox that it concerns. */
  readonly sandbox: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly signal: AbortSignal;
}

/** What an operation does. */
export type Handler<Name extends ControlOperation> = (
  context: ControlContext,
  call: ControlCall<Name>,
) => ReplyOf<Name> | Promise<ReplyOf<Name>>;

/** The sandbox of a call that only reads: nothing is made by looking. */
export function peekSandbox(
  { engine }: ControlContext,
  { sandbox }: { readonly sandbox: string },
): Sandbox {
  return engine.sandboxes.peek(sandbox);
}

/** The sandbox of a call that changes it. */
export function getOrCreateSandbox(
  { engine }: ControlContext,
  { sandbox }: { readonly sandbox: string },
): Sandbox {
  return engine.sandboxes.getOrCreate(sandbox);
}
