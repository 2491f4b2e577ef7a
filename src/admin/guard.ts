import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { sendError } from './express-errors.js';
import type { AdminContext } from './router.js';

/** The header that carries the token; `Authorization` is taken, as a key selects a sandbox. */
const tokenHeader = 'Simulator-Admin-Token';

/** Whether only this machine can reach an address. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** The host of a `Host` header, without its port. */
function hostName(header: string): string {
  return header.replace(/:\d+$/, '');
}

function isOurs(host: string, { host: listening }: Pick<AdminContext, 'host'>): boolean {
  const name = hostName(host);
  // A page can have any name resolved to us (DNS rebinding), but no bare address.
  return isLoopback(name) || name === listening || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

function isSameToken(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Lets in who may control the simulator: no page of another origin, no name that isn't ours unless there
 * is a token, and beyond loopback only who knows it.
 */
export function guard(context: AdminContext): RequestHandler {
  const { host, token } = context;
  return (request, response, next) => {
    const { origin, host: asked = '' } = request.headers;
    const given = request.get(tokenHeader);
    // Who knows the token is no page; in a network of containers, the server has a name that it can't know.
    if (token === undefined && !isOurs(asked, context)) {
      sendError(
        response,
        'forbidden',
        `The Host ${JSON.stringify(asked)} is none of this server's. Call it by its address, such as 127.0.0.1.`,
      );
    } else if (origin !== undefined && origin !== `http://${asked}`) {
      sendError(
        response,
        'forbidden',
        `Pages of ${JSON.stringify(origin)} may not control the simulator. Call it from a test or a command line.`,
      );
    } else if (token === undefined && !isLoopback(host)) {
      sendError(
        response,
        'forbidden',
        'The simulator listens beyond this machine, so its control takes a token. Start it with --admin-token.',
      );
    } else if (token !== undefined && (given === undefined || !isSameToken(given, token))) {
      const what = given === undefined ? 'is missing' : 'is not the one of --admin-token';
      sendError(
        response,
        'tokenRefused',
        `The token ${what}. Send the header ${tokenHeader} with the token that the simulator was started with.`,
      );
    } else {
      next();
    }
  };
}
