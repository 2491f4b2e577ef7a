import { SimulatorError } from '../interface/errors.js';
import { quote } from '../interface/format.js';
import { sandboxHeader } from '../interface/headers.js';
import { invalidKey, readBearerToken } from '../operations/authentication.js';
import { versionPrefix } from '../operations/route.js';
import { defaultSandbox } from './sandboxes.js';

/** Where a path of the service leads. */
export interface Address {
  /** The sandbox that the path selects, as it was sent. */
  readonly sandbox: string | undefined;
  /** Relative to the address of the service: `/pets/5`. */
  readonly path: string;
}

const inSandbox = new RegExp(`^/sandboxes/([^/]*)${versionPrefix}(/.*)?$`);

/** Reads `/v1/…` and `/sandboxes/<name>/v1/…`; every other path isn't the service's. */
export function readAddress(path: string): Address | undefined {
  if (path.startsWith(`${versionPrefix}/`) || path === versionPrefix) {
    return { sandbox: undefined, path: path.slice(versionPrefix.length) };
  }
  const match = inSandbox.exec(path);
  return match === null ? undefined : { sandbox: match[1], path: match[2] ?? '' };
}

const legalName = /^[A-Za-z0-9_-]{1,64}$/;

export function isSandboxName(text: string): boolean {
  return legalName.test(text);
}

/** What is said of a name that can't be one. */
export function describeBadSandboxName(name: string): string {
  return (
    `${quote(name)} can't be the name of a sandbox. Legal are 1 to 64 letters, digits, hyphens and ` +
    'underscores.'
  );
}

/** The sandbox that a key selects: `test-key.checkout-7` is `test-key` in `checkout-7`. */
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
  throw invalidKey();
}

/** The key that selects a sandbox: what `readSandboxFromKey` reads. */
export function createSandboxKey(apiKey: string, sandbox: string): string {
  return sandbox === defaultSandbox ? apiKey : `${apiKey}.${sandbox}`;
}

/** The sandbox that path and header select, in so far as they are legal: where a 401 is noted. */
export function sandboxWithoutKey(path: string | undefined, header: string | undefined): string {
  const name = path ?? header;
  return name !== undefined && isSandboxName(name) ? name : defaultSandbox;
}

/** The names that a request selects a sandbox with, by the way in which it does. */
export interface Selection {
  readonly key: string | undefined;
  readonly path: string | undefined;
  readonly header: string | undefined;
  /** Only for the simulator's own interface: the service has its own parameters. */
  readonly query?: string | undefined;
}

/** The one sandbox that a request selects; a contradiction is refused. */
export function selectSandbox(selection: Selection): string {
  const said = Object.entries(selection).filter(([, name]) => name !== undefined);
  for (const [, name] of said) {
    if (!isSandboxName(name)) {
      throw new SimulatorError('simulator_bad_sandbox', describeBadSandboxName(name));
    }
  }
  const [name = defaultSandbox, ...others] = new Set(said.map(([, name]) => name));
  if (others.length > 0) {
    throw new SimulatorError(
      'simulator_contradiction',
      'The request selects more than one sandbox: ' +
        `${said.map(([way, name]) => `${name} by its ${way}`).join(', ')}. Select it in one way: ` +
        `by the key (<API_KEY>.name), the path (/sandboxes/name/v1) or the header ${sandboxHeader}.`,
    );
  }
  return name;
}
