import { ServiceError, SimulatorError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { sandboxHeader } from '../interface/headers.js';
import { versionPrefix } from '../interface/operations.js';
import { defaultSandbox } from './sandbox.js';

/** A path of the service. */
interface ServicePath {
  /** The sandbox that the path selects, as it was sent. */
  readonly sandbox: string | undefined;
  /** Relative to the base URL: `/pets/5`. */
  readonly path: string;
}

const prefix = `${versionPrefix}/`;
const inSandbox = new RegExp(`^/sandboxes/([^/]*)${versionPrefix}(/.*)?$`);

/** Parses `/v1/…` and `/sandboxes/<name>/v1/…`; no other path is the service's. */
export function parseServicePath(path: string): ServicePath | undefined {
  if (path.startsWith(prefix) || path === versionPrefix) {
    return { sandbox: undefined, path: path.slice(versionPrefix.length) };
  }
  const match = inSandbox.exec(path);
  return match === null ? undefined : { sandbox: match[1], path: match[2] ?? '' };
}

const sandboxName = /^[A-Za-z0-9_-]{1,64}$/;

export function isSandboxName(text: string): boolean {
  return sandboxName.test(text);
}

export function describeBadSandboxName(name: string): string {
  return (
    'The name of a sandbox must be 1 to 64 letters, digits, hyphens and underscores; ' +
    `got ${quote(name)}.`
  );
}

/** RFC 6750, section 2.1: a token is b64token; the scheme's case doesn't matter (RFC 9110, 11.1). */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

function createUnauthorized(problem: string, advice: string): ServiceError {
  return new ServiceError('unauthorized', `${problem} (section 5). ${advice}`);
}

function readBearerToken(authorization: string | undefined): string {
  const sendHeader = 'Send the header Authorization: Bearer <API_KEY>.';
  if (authorization === undefined || authorization === '') {
    throw createUnauthorized('The API key is required', sendHeader);
  }
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined) {
    const once = authorization.includes(',') ? ' and be sent once' : '';
    throw createUnauthorized(
      `The Authorization header must have the form Bearer <API_KEY>${once}`,
      sendHeader,
    );
  }
  return token;
}

/**
 * Authenticates a request and reads the sandbox that its key selects: `test-key.checkout-7` is
 * `test-key` in `checkout-7`.
 *
 * @throws {ServiceError} `unauthorized` (section 5); it doesn't repeat the key
 */
export function readSandboxFromKey(
  authorization: string | undefined,
  apiKeys: readonly string[],
): string | undefined {
  const token = readBearerToken(authorization);
  if (apiKeys.includes(token)) {
    return undefined;
  }
  const dot = token.lastIndexOf('.');
  const name = token.slice(dot + 1);
  if (dot > 0 && apiKeys.includes(token.slice(0, dot)) && isSandboxName(name)) {
    return name;
  }
  throw createUnauthorized(
    'The API key is not valid',
    'Send Authorization: Bearer <API_KEY> with a key that this simulator accepts; the name of a ' +
      'sandbox may follow, as in <API_KEY>.checkout-7.',
  );
}

/** Creates the key that selects a sandbox. */
export function createSandboxKey(apiKey: string, sandbox: string): string {
  return sandbox === defaultSandbox ? apiKey : `${apiKey}.${sandbox}`;
}

/** Selects the sandbox that notes a 401: the one of path or header, as far as they are valid. */
export function selectSandboxWithoutKey(path?: string, header?: string): string {
  const name = path ?? header;
  return name !== undefined && isSandboxName(name) ? name : defaultSandbox;
}

/** The names that select a sandbox, by the part of the request that has them. */
interface Selection {
  readonly key: string | undefined;
  readonly path: string | undefined;
  readonly header: string | undefined;
  /** Only in the simulator's own interface: the service has its own parameters. */
  readonly query?: string | undefined;
}

/**
 * Selects the one sandbox of a request.
 *
 * @throws {SimulatorError} when a name is invalid, or the names contradict each other
 */
export function selectSandbox(selection: Selection): string {
  const { key, path, header, query } = selection;
  const names = [key, path, header, query].filter((name) => name !== undefined);
  const bad = names.find((name) => !isSandboxName(name));
  if (bad !== undefined) {
    throw new SimulatorError('simulator_bad_sandbox', describeBadSandboxName(bad));
  }
  const [name = defaultSandbox] = names;
  if (names.some((other) => other !== name)) {
    const selected = Object.entries(selection).filter(([, part]) => part !== undefined);
    throw new SimulatorError(
      'simulator_contradiction',
      'The request selects more than one sandbox: ' +
        `${selected.map(([part, named]) => `${named} by its ${part}`).join(', ')}. Select it once: by ` +
        `the key (<API_KEY>.name), the path (/sandboxes/name/v1) or the header ${sandboxHeader}.`,
    );
  }
  return name;
}
