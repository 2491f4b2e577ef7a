/** OpenSSL reads the beginning of an HTTP answer as the version or the length of a TLS record. */
const noTls = 'no TLS is spoken there; if it is plain HTTP, give the address with http://';

/** What a lost connection's code, or the message of one without, means. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'no way leads to the host',
  ENETUNREACH: 'no way leads to the network of the host',
  ECONNRESET: 'the connection was reset before the answer was complete',
  EPIPE: 'the connection was closed before the request was read',
  'bad port': 'the port is one that fetch never calls (Fetch Standard, 2.9)',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about',
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too large",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer's length is not the one it announced",
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  CERT_HAS_EXPIRED: 'the certificate has expired',
};

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** OpenSSL's own words, without the numbers and source lines around them. */
function reasonOf(error: unknown): string | undefined {
  const { reason } = error as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : undefined;
}

/** The innermost cause says most; `fetch` wraps all of them in "fetch failed". */
function innermost(error: unknown): unknown {
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown[] };
  const inner = cause ?? errors?.[0];
  return inner instanceof Error ? innermost(inner) : error;
}

/** Why no answer came, in words. */
export function describeLoss(error: unknown, timeout: number): string {
  const cause = innermost(error);
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return `no complete answer within ${timeout} ms`;
  }
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = reasons[code] ?? reasons[message];
  if (reason !== undefined) {
    return reason;
  }
  if (code.startsWith('HPE_')) {
    return `what came is not HTTP (${message})`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate is for another host (${message})`;
  }
  if (code.startsWith('ERR_SSL_')) {
    return `no TLS connection came about (${reasonOf(cause) ?? message})`;
  }
  if (/CERT|TLS|SIGNATURE/.test(code)) {
    return `the certificate is not trusted (${message}); name its authority with NODE_EXTRA_CA_CERTS`;
  }
  return message;
}
