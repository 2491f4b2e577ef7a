import type { Readable } from 'node:stream';
import type { Engine } from '../engine/engine.js';
import type { Redactor } from '../log/redaction.js';
import type { Baselines } from './baselines.js';
import type { WaitingEvents } from './event-queue.js';
import type { AdminOperation, BodyOf, ParametersOf, QueryOf, ReplyOf } from './schemas.js';
import { SlicedStream } from './sliced-stream.js';
import type { Chunks } from './slices.js';
import type { Slots } from './slots.js';

/** A request for the admin interface as plain values, over HTTP or from a handle in this process. */
export interface AdminRequest {
  readonly method: string;
  /** Below `/__admin`: `/rules/rule-1`. */
  readonly path: string;
  /** Without the parameter that selects the sandbox. */
  readonly query: URLSearchParams;
  readonly sandbox: string;
  /** Chunks for a route whose body is a stream, text for the others. */
  readonly body: string | Chunks;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Aborted when the server stops; a handle of this process has none. */
  readonly stopping?: AbortSignal | undefined;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
}

/** A call of one operation, whose parts fit spec/admin.openapi.yaml. */
export interface AdminCall<Name extends AdminOperation>
  extends Pick<AdminRequest, 'sandbox' | 'signal' | 'stopping' | 'header'> {
  readonly parameters: ParametersOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  /** The body of a route that reads it as a stream. */
  readonly stream: Chunks;
}

const streamedRoutes: readonly string[] = ['PUT /state'];

/** Whether a route reads its body as a stream, and checks it by itself. */
export function isStreamed(method: string, path: string): boolean {
  return streamedRoutes.includes(`${method} ${path.replace(/\/$/, '')}`);
}

/** What handlers work with. */
export interface AdminContext extends Pick<Engine, 'sandboxes' | 'listen'> {
  readonly baselines: Baselines;
  readonly redactor: Redactor;
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** The limit of a request body of the service, in bytes. */
  readonly maxBody: number;
  /** The event streams that are open. */
  readonly streams: Slots;
  readonly waitingEvents: WaitingEvents;
  /** The calls that wait for exchanges. */
  readonly waiting: Slots;
}

/** Streams a JSON value in slices: the texts that its parts have, and nothing between them. */
export function streamJson(parts: Iterable<string>): RawBody {
  const iterator = parts[Symbol.iterator]();
  const next = () => {
    const { value, done } = iterator.next();
    return done ? null : value;
  };
  return new RawBody('application/json', new SlicedStream(next));
}

/** A body that is sent as it is: a file, long JSON, or a stream of events. */
export class RawBody {
  readonly type: string;
  readonly content: Buffer | Readable;

  constructor(type: string, content: Buffer | Readable) {
    this.type = type;
    this.content = content;
  }

  /** Its parts, for a caller in this process. */
  chunks(): Chunks {
    return this.content instanceof Uint8Array ? [this.content] : this.content;
  }
}

/**
 * Does what an operation describes, and returns the body of its response. A call that only reads peeks
 * at its sandbox, which then isn't created.
 */
export type Handler<Name extends AdminOperation> = (
  context: AdminContext,
  call: AdminCall<Name>,
) => ReplyOf<Name> | RawBody | Promise<ReplyOf<Name> | RawBody>;
