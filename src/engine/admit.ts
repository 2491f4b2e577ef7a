import { quote } from '../base/text.js';
import { ServiceError, SimulatorError, type SimulatorErrorCode } from '../document/errors.js';
import { isPreflight } from '../document/headers.js';
import type { ServiceRequest } from '../document/message.js';
import { createPathError, parseTarget, type Target } from './route.js';

export const defaultSandbox = 'default';
/** The key that is valid unless others are configured. */
export const defaultApiKey = 'test-key';

const sandboxName = /^[A-Za-z0-9_-]{1,64}$/;

const nameRule = 'The name of a sandbox must be 1 to 64 letters, digits, hyphens and underscores';

/** @throws {SimulatorError} `simulator_bad_sandbox` */
export function checkSandboxName(name: string): void {
  if (!sandboxName.test(name)) {
    throw new SimulatorError('simulator_bad_sandbox', `${nameRule}; got ${quote(name)}.`);
  }
}

export function createSandboxKey(apiKey: string, sandbox: string): string {
  return sandbox === defaultSandbox ? apiKey : `${apiKey}.${sandbox}`;
}

/** The scheme in any case (RFC 9110, 11.1) and a token (RFC 6750, 2.1). */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*(?:\.[\w-]+)?)$/i;

/** Names the default key if it is valid; a configured key may be in use elsewhere. A dot may begin a sandbox's name. */
function createUnauthorized(keys: readonly string[], problem: string, sent = ''): ServiceError {
  const [key, which] = keys.includes(defaultApiKey)
    ? [defaultApiKey, '']
    : ['<API_KEY>', ' with a key that --api-key (apiKey) sets'];
  const names = sent.includes('.') ? `, or ${key}.checkout-7 to select a sandbox. ${nameRule}` : '';
  return new ServiceError(
    'unauthorized',
    `${problem} (section 5). Send the header Authorization: Bearer ${key}${which}${names}.`,
  );
}

/**
 * Judges the key, and reads the sandbox that it selects: `test-key.checkout-7` is `test-key` in `checkout-7`.
 *
 * @throws {ServiceError} `unauthorized` (section 5); it doesn't repeat the key that was sent
 */
export function readSandboxFromKey(
  authorization: string | undefined,
  keys: readonly string[],
): string | undefined {
  if (authorization === undefined || authorization === '') {
    throw createUnauthorized(keys, 'The API key is required');
  }
  const sent = bearer.exec(authorization)?.[1];
  if (sent === undefined) {
    const problem = 'The Authorization header must have the form Bearer <API_KEY>';
    throw createUnauthorized(keys, problem, authorization);
  }
  if (keys.includes(sent)) {
    return undefined;
  }
  const dot = sent.lastIndexOf('.');
  const name = sent.slice(dot + 1);
  if (dot > 0 && keys.includes(sent.slice(0, dot)) && sandboxName.test(name)) {
    return name;
  }
  throw createUnauthorized(keys, 'The API key is not valid', sent);
}

/** @throws {SimulatorError} when a name is invalid, or the names contradict each other */
export function selectSandbox(key: string | undefined, path: string | undefined): string {
  const name = path ?? key ?? defaultSandbox;
  checkSandboxName(name);
  if (key !== undefined && key !== name) {
    throw new SimulatorError(
      'simulator_contradiction',
      `The request selects more than one sandbox: ${key} by its key, ${name} by its path. Select it ` +
        'once: by the key (<API_KEY>.name) or the path (/sandboxes/name/v1).',
    );
  }
  return name;
}

/** Why a request is refused before its sandbox decides: `unauthorized` and `not_found` are errors of the service. */
export interface Refusal {
  readonly code: 'unauthorized' | SimulatorErrorCode;
  readonly message: string;
}

/** A request without its key. */
export interface AdmittedRequest {
  readonly request: ServiceRequest;
  /** Meaning of its path; undefined for one that isn't the service's. */
  readonly target: Target | undefined;
  readonly refusal: Refusal | undefined;
}

/** Stands for a key wherever one would be shown. */
export const redactedKey = '***';

/** An empty header and a bare scheme have no key. */
const keyless = /^(bearer)? *$/i;

export const hasKey = ({ headers: { authorization = '' } }: ServiceRequest) =>
  !keyless.test(authorization);

/** Reads a header that RFC 6750 (section 3.1) has a 400 for: it is there, and has no bearer token. */
export const hasMalformedKey = (authorization: string | undefined) =>
  authorization !== undefined && !bearer.test(authorization.replace(redactedKey, 'x'));

/** Headers with secrets; the ports of localhost share their cookies. */
const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'] as const;

/** Replaces secrets, so that nothing behind this ever has them; the scheme stays. */
function stripSecrets(request: ServiceRequest): ServiceRequest {
  const headers: Record<string, string> = { ...request.headers };
  for (const name of secretHeaders) {
    const value = headers[name];
    if (value !== undefined && !keyless.test(value)) {
      const isMalformed = /^bearer\b/i.test(value) && hasMalformedKey(value);
      const scheme = isMalformed ? '' : (/^[a-z]+ /i.exec(value)?.[0] ?? '');
      headers[name] = scheme + redactedKey;
    }
  }
  return { ...request, headers };
}

/** Browsers send no key with a preflight, to whatever path. */
export function needsNoKey(request: ServiceRequest, target: Target | undefined): boolean {
  const isKnown = target?.resource !== undefined;
  return request.method === 'OPTIONS' && (isKnown || isPreflight(request));
}

/** Picks the sandbox of a request, judges its key and strips it: one step, as the key may select the sandbox. */
export function admit(
  request: ServiceRequest,
  keys: readonly string[],
): AdmittedRequest & { readonly sandbox: string } {
  const { path, headers } = request;
  const target = parseTarget(path);
  // Browsers ask without a key, and the sandbox of the path notes a wrong one.
  const named = target?.sandbox ?? defaultSandbox;
  let sandbox = sandboxName.test(named) ? named : defaultSandbox;
  let refusal: Refusal | undefined;
  if (!needsNoKey(request, target)) {
    try {
      sandbox = selectSandbox(readSandboxFromKey(headers.authorization, keys), target?.sandbox);
    } catch (error) {
      if (!(error instanceof SimulatorError || error instanceof ServiceError)) {
        throw error;
      }
      const code = error instanceof SimulatorError ? error.code : 'unauthorized';
      refusal = { code, message: error.message };
    }
    if (target === undefined) {
      refusal = { code: 'not_found', message: request.unrouted ?? createPathError(path).message };
    }
  }
  return { sandbox, request: stripSecrets(request), target, refusal };
}
