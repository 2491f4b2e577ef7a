/** OpenSSL reads the beginning of an HTTP response as the version or the length of a TLS record. */
const noTls = 'the server does not use TLS; for plain HTTP, use a URL that begins with http://';

const closed = 'the connection was closed before the response was complete';

/** Descriptions of network errors, by code, or by message for those without one. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: no server listens there',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network of the host is unreachable',
  ECONNRESET: 'the connection was reset before the response was complete',
  'socket hang up': closed,
  aborted: closed,
  'Premature close': closed,
  EPIPE: 'the connection was closed before the request was read',
  ETIMEDOUT: 'the connection timed out',
  HPE_HEADER_OVERFLOW: 'the response headers are too large',
  CERT_HAS_EXPIRED: 'the certificate has expired',
};

/** Reads a text property of an error, such as `code`, or OpenSSL's `reason`. */
function readText(error: unknown, property: 'code' | 'reason'): string | undefined {
  const value = (error as Readonly<Record<string, unknown>>)[property];
  return typeof value === 'string' ? value : undefined;
}

/** The innermost cause is the most specific. */
function findInnermost(error: unknown): unknown {
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown[] };
  const inner = cause ?? errors?.[0];
  return inner instanceof Error ? findInnermost(inner) : error;
}

/** Describes why there is no response. */
export function describeNetworkError(error: unknown): string {
  const cause = findInnermost(error);
  const code = readText(cause, 'code') ?? '';
  const message = cause instanceof Error ? cause.message : String(cause);
  // Some versions of Node.js have OpenSSL's reason in the message only.
  const [, inMessage] = /SSL routines:\w*:([^:]+):/.exec(message) ?? [];
  const ssl = readText(cause, 'reason') ?? inMessage;
  const isPlain = ssl === 'wrong version number' || ssl === 'packet length too long';
  const reason = isPlain ? noTls : (reasons[message] ?? reasons[code]);
  if (reason !== undefined) {
    return reason;
  }
  if (code.startsWith('HPE_')) {
    return `the response is not HTTP (${message})`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate is for another host (${message})`;
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return `the TLS handshake failed (${ssl ?? message})`;
  }
  if (/CERT|TLS|SIGNATURE/.test(code)) {
    return `the certificate is not trusted (${message}); set NODE_EXTRA_CA_CERTS to the file of its authority`;
  }
  return message;
}
