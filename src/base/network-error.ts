/** Describes why a request got no response, by `fetch` or by `node:http`. */
export function describeNetworkError(error: Error): string {
  const { code = '', message = '' } = (error.cause ?? error) as NodeJS.ErrnoException;
  // OpenSSL reads the beginning of an HTTP response as the version or the length of a TLS record.
  if (/wrong version number|packet length too long/.test(message)) {
    return 'the server does not use TLS; for plain HTTP, use a URL that begins with http://';
  }
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) {
    return `the certificate is not trusted (${message}); set NODE_EXTRA_CA_CERTS to the file of its authority before this program starts`;
  }
  return message === 'bad port'
    ? 'fetch of Node.js, as browsers, does not use this port; let the provider listen on another one'
    : message || code;
}
