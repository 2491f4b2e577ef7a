/** A call of the admin interface, as values that a message can carry. */
export interface AdminCallMessage {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly sandbox: string;
  readonly body: string;
}

/** What pages ask a worker. Pages may exchange other messages, too. */
export interface WorkerCalls {
  /** Answers requests of this page from now on. */
  readonly start: {
    readonly request: undefined;
    readonly answer: { readonly version: string; readonly apiKey: string };
  };
  /** Takes control of this page. */
  readonly claim: { readonly request: undefined; readonly answer: undefined };
  /** Calls the admin interface. */
  readonly admin: {
    readonly request: AdminCallMessage;
    readonly answer: { readonly status: number; readonly body: string };
  };
  /** Forgets everything that is saved. */
  readonly forget: { readonly request: undefined; readonly answer: undefined };
}

export type CallName = keyof WorkerCalls;

/** A message from a page; the answer is sent to the port that comes with it. */
export interface WorkerMessage<Name extends CallName = CallName> {
  readonly animalStore: Name;
  readonly request: WorkerCalls[Name]['request'];
}

export type WorkerAnswer<Name extends CallName = CallName> =
  | { readonly answer: WorkerCalls[Name]['answer'] }
  | { readonly problem: string };

export function isWorkerMessage(data: unknown): data is WorkerMessage {
  return typeof Object(data).animalStore === 'string';
}

/** The maximum time until a worker answers, in milliseconds: a call may wait a minute for requests. */
const maxWait = 90_000;

/**
 * Asks a worker.
 *
 * @throws {Error} with the problem that it reports, or when it does not answer
 */
export function askWorker<Name extends CallName>(
  worker: ServiceWorker,
  animalStore: Name,
  request: WorkerCalls[Name]['request'],
): Promise<WorkerCalls[Name]['answer']> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<WorkerCalls[Name]['answer']>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`The service worker did not answer within ${maxWait / 1_000} seconds.`));
    }, maxWait);
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer<Name>>) => {
      clearTimeout(timer);
      if ('problem' in data) {
        reject(new Error(data.problem));
      } else {
        resolve(data.answer);
      }
    };
    worker.postMessage({ animalStore, request } satisfies WorkerMessage<Name>, [port2]);
  }).finally(() => port1.close());
}
