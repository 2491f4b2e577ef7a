/** A page, frame or worker that a service worker serves. */
interface WorkerClient {
  readonly id: string;
  readonly frameType: 'auxiliary' | 'top-level' | 'nested' | 'none';
}

interface ExtendableEvent {
  /** Keeps the worker alive until the promise is settled. */
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

interface MessageFromClient extends ExtendableEvent {
  readonly data: unknown;
  readonly source: WorkerClient | null;
  readonly ports: readonly MessagePort[];
}

interface WorkerEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
  readonly message: MessageFromClient;
}

/**
 * As much of the global scope of a service worker as is used here. TypeScript has its types in a library
 * that contradicts that of pages.
 */
export interface WorkerScope {
  readonly location: { readonly href: string; readonly origin: string };
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<WorkerClient | undefined>;
    matchAll(options: { readonly includeUncontrolled: true }): Promise<readonly WorkerClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
