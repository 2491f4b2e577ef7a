import { UsageError } from '../options/usage-error.js';

/** Where a server listens. */
export interface Listening {
  /** An origin that clients can use: `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly port: number;
}

export function describeListenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
): UsageError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use. Stop the process that uses it, or choose another port ` +
          '(0 picks a free one).',
      );
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} needs more rights than this process has. Choose a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(
        `The host must be an address of this machine, such as 127.0.0.1; got "${host}".`,
      );
    default:
      return new UsageError(
        `Port ${port} on ${host} can't be used (${error.code}). Choose another host or port.`,
      );
  }
}

/** The host in a URL of the server: `127.1` is 127.0.0.1. */
export function getCallableHost(host: string): string {
  // Only IPv6 has colons; the regular expressions of isIPv6 would take a tenth of a start.
  const name = host.includes(':') ? `[${host}]` : host;
  const { hostname } = URL.canParse(`http://${name}`)
    ? new URL(`http://${name}`)
    : { hostname: name };
  // Listening on all addresses includes loopback; not every client can call 0.0.0.0.
  return hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname;
}
