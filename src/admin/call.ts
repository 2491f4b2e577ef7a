import type { Backend } from '../engine/backend.js';
import { SimulatorError } from '../engine/interface/errors.js';
import type { Redactor } from '../log/redaction.js';
import type { ResolvedOptions } from '../options/table.js';
import type { UseRecorder } from '../recording/recorder.js';
import type { Baselines } from './baselines.js';
import type { WaitingEvents } from './event-queue.js';
import type { AdminOperation, BodyOf, ParametersOf, QueryOf, ReplyOf } from './schemas.js';
import { type Chunks, joinInTurns } from './slices.js';
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
  /** The origin that the client calls; a handle of this process has none. */
  readonly origin?: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
}

/** A call of one operation, whose parts fit spec/admin.openapi.yaml. */
export interface AdminCall<Name extends AdminOperation>
  extends Pick<AdminRequest, 'sandbox' | 'signal' | 'stopping' | 'origin' | 'header'> {
  readonly parameters: ParametersOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  /** The body of a route that reads it as a stream. */
  readonly stream: Chunks;
}

/**
 * A route that is `streamed` reads its body as a stream, and checks it by itself. The response of a `listing`
 * keeps the pets of one moment in memory until it is read.
 */
type RouteKind = 'streamed' | 'listing';

const routeKinds: Readonly<Record<string, RouteKind>> = {
  'PUT /state': 'streamed',
  'GET /pets': 'listing',
  'GET /state': 'listing',
};

/** Finds the kind of a route; most have none. */
export function findRouteKind(method: string, path: string): RouteKind | undefined {
  return routeKinds[`${method} ${path.replace(/\/$/, '')}`];
}

/** What handlers work with. */
export interface AdminContext {
  readonly backend: Backend;
  readonly baselines: Baselines;
  readonly redactor: Redactor;
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** The uses of the service, in all sandboxes. */
  readonly recorder: UseRecorder;
  /** The defaults of a contract. */
  readonly options: Pick<ResolvedOptions, 'consumer' | 'needs'>;
  /** The limit of a request body of the service, in bytes. */
  readonly maxBody: number;
  /** The event streams that are open. */
  readonly streams: Slots;
  readonly waitingEvents: WaitingEvents;
  /** The calls that wait for exchanges. */
  readonly waiting: Slots;
}

/** Maximum size of the body of a call, in bytes, unless the call reads a stream. */
const maxBody = 64 * 1024;

/** @throws {SimulatorError} when the body is too large */
export function checkSize(size: number): void {
  if (size > maxBody) {
    const message = `The body of this call must be at most ${maxBody} bytes. Send a smaller one.`;
    throw new SimulatorError('payload_too_large', message);
  }
}

/** A body that is sent as it is: a file, the texts of long JSON, or a stream of events. */
export class RawBody {
  readonly type: string;
  readonly content: Uint8Array | Iterable<string> | AsyncIterable<string | Uint8Array>;

  constructor(type: string, content: RawBody['content']) {
    this.type = type;
    this.content = content;
  }

  /** Its parts, for a caller in this process. */
  chunks(): Chunks {
    const { content } = this;
    if (content instanceof Uint8Array) {
      return [content];
    }
    return Symbol.iterator in content ? joinInTurns(content) : content;
  }
}

/** A JSON value as the texts that its parts have, and nothing between them. */
export const createJsonBody = (parts: Iterable<string>) => new RawBody('application/json', parts);

/** Does what an operation describes, and returns the body of its response. */
export type Handler<Name extends AdminOperation> = (
  context: AdminContext,
  call: AdminCall<Name>,
) => ReplyOf<Name> | RawBody | Promise<ReplyOf<Name> | RawBody>;
