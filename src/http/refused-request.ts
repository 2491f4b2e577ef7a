/** What Express and its body parsers say of a request that they refuse. */
interface RequestError {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  readonly limit?: number;
}

/** A request that could not be read, in words for people. */
export interface RefusedRequest {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const codes: Readonly<Record<number, string>> = {
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function isRequestError(error: unknown): error is RequestError {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function inWords({ message, type, limit }: RequestError): string {
  switch (type) {
    case 'entity.too.large':
      return `The body is larger than ${limit} bytes. Send a smaller one.`;
    case 'charset.unsupported':
      return `The body can't be read: ${message}. Send it in UTF-8.`;
    case 'encoding.unsupported':
      return `The body can't be read: ${message}. Send it without Content-Encoding.`;
    default:
      return `The request can't be read: ${message}. Check its path, headers and body.`;
  }
}

/** What to answer where Express refused a request; nothing for any other error. */
export function describeRefused(error: unknown): RefusedRequest | undefined {
  if (error instanceof URIError) {
    const message =
      'The path has a % that begins no percent-encoding (RFC 3986, 2.1). Send %25 for it.';
    return { status: 400, code: 'bad_request', message };
  }
  if (!isRequestError(error)) {
    return undefined;
  }
  const { status } = error;
  return { status, code: codes[status] ?? 'bad_request', message: inWords(error) };
}
