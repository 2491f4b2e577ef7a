import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { SimulatorError } from '../document/errors.js';
import type { ResolvedOptions } from '../options/table.js';

/** The header of the token: `Authorization` holds the key, which selects a sandbox. */
const tokenHeader = 'Simulator-Admin-Token';

export interface GuardOptions extends Pick<ResolvedOptions, 'host' | 'adminToken'> {
  /** The IP address that it listens on; beyond loopback, a token is required. */
  readonly address: string;
}

const createForbidden = (message: string) => new SimulatorError('simulator_forbidden', message);

export const isLoopback = (address: string) =>
  /^(?:localhost|::1|(?:::ffff:)?127\.[\d.]+)$/.test(address);

/** A page can have any name resolved to this machine (DNS rebinding), but no bare IP address. */
function isOwnHost(header: string, host: string): boolean {
  // RFC 9110, 7.2: a host with an optional port.
  if (/[\s/?#@\\]/.test(header) || !URL.canParse(`http://${header}`)) {
    return false;
  }
  const { hostname } = new URL(`http://${header}`);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal || hostname === host.toLowerCase() || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** @throws {SimulatorError} without a token, when the Host may be the name of another site */
export function checkHost({ headers }: IncomingMessage, { host, adminToken }: GuardOptions): void {
  const { host: called = '' } = headers;
  // A client with the token is no page; in a network of containers the server can't know its name.
  if (adminToken === undefined && !isOwnHost(called, host)) {
    throw createForbidden(
      `The Host ${JSON.stringify(called)} is not a name of this server. Use its IP address, such as 127.0.0.1, or ` +
        'start it with --admin-token, which allows any name.',
    );
  }
}

/** True for a page of this server. TLS may end before it, so the scheme of the page decides the default port. */
function isSameOrigin(origin: string, host = ''): boolean {
  const [page, server] = [origin, origin.replace(/\/\/.*/, `//${host}`)];
  return URL.canParse(page) && URL.canParse(server) && new URL(page).host === new URL(server).host;
}

/** @throws {SimulatorError} without the right token; if there is none, to pages of other origins, to foreign hosts and beyond loopback */
export function checkAccess(request: IncomingMessage, guard: GuardOptions): void {
  const { address, adminToken } = guard;
  const { origin, host, [tokenHeader.toLowerCase()]: token } = request.headers;
  if (adminToken !== undefined) {
    if (token !== adminToken) {
      throw new SimulatorError(
        'simulator_token_refused',
        `The admin token is ${token === undefined ? 'missing' : 'incorrect'}. Send the header ${tokenHeader} with the value of --admin-token.`,
      );
    }
    // No page can forge the token, whatever its origin.
    return;
  }
  checkHost(request, guard);
  if (origin !== undefined && !isSameOrigin(origin, host)) {
    throw createForbidden(
      `Pages of ${JSON.stringify(origin)} must not control the simulator at ${JSON.stringify(host)}. Call it from a test ` +
        'or a command line. If a proxy is between them, let it keep the header Host, or start the simulator with --admin-token.',
    );
  }
  if (!isLoopback(address)) {
    throw createForbidden(
      'The simulator listens beyond this machine, so its admin interface requires a token. Start it with --admin-token.',
    );
  }
}
