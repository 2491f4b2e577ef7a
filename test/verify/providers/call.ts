import type { IncomingHttpHeaders } from 'node:http';

export type Operation = 'listPets' | 'createPet' | 'getPet';

/** A request, read whole. */
export interface Call {
  readonly method: string;
  /** Below the address: `/pets`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** None for a path or a method that the document doesn't have. */
  readonly operation: Operation | undefined;
  /** As the path has it, percent signs decoded. */
  readonly petId: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
}

/** Thrown by any step to end a call with an error. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const badRequest = (message: string) => new Refusal(400, 'bad_request', message);

export const unauthorized = () =>
  new Refusal(401, 'unauthorized', 'The API key is missing or invalid.', {
    'WWW-Authenticate': 'Bearer',
  });

export const notFound = () =>
  new Refusal(404, 'not_found', 'The requested resource could not be found.');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Sent = Pick<Call, 'method' | 'headers' | 'body'> & { readonly target: string };

/** `base` is what the address ends in: `/v1`. */
export function callOf({ target, ...sent }: Sent, base: string): Call {
  const [whole = '', query = ''] = target.split(/\?(.*)/s);
  const path = whole.startsWith(`${base}/`) ? whole.slice(base.length) : '';
  const petId = decoded(/^\/pets\/([^/]+)$/.exec(path)?.[1] ?? '');
  const reads = sent.method === 'GET' || sent.method === 'HEAD';
  let operation: Operation | undefined;
  if (path === '/pets' && reads) operation = 'listPets';
  if (path === '/pets' && sent.method === 'POST') operation = 'createPet';
  if (petId !== '' && reads) operation = 'getPet';
  return { ...sent, path, query: new URLSearchParams(query), operation, petId };
}
