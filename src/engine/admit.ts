import {
  ServiceError,
  type ServiceErrorName,
  SimulatorError,
  type SimulatorErrorCode,
} from '../document/errors.js';
import { quote } from '../document/format.js';
import { isPreflight } from '../document/headers.js';
import type { ServiceRequest } from '../document/message.js';
import { versionSection } from '../document/operations.js';
import { createPathError, parseTarget, type Target } from './route.js';

export const defaultSandbox = 'default';

const sandboxName = /^[A-Za-z0-9_-]{1,64}$/;

const nameRule = 'The name of a sandbox must be 1 to 64 letters, digits, hyphens and underscores';

function isSandboxName(text: string): boolean {
  return sandboxName.test(text);
}

/** @throws {SimulatorError} `simulator_bad_sandbox` */
export function checkSandboxName(name: string): void {
  if (!isSandboxName(name)) {
    throw new SimulatorError('simulator_bad_sandbox', `${nameRule}; got ${quote(name)}.`);
  }
}

/** Creates the key that selects a sandbox. */
export function createSandboxKey(apiKey: string, sandbox: string): string {
  return sandbox === defaultSandbox ? apiKey : `${apiKey}.${sandbox}`;
}

/** The scheme's case doesn't matter (RFC 9110, 11.1). */
const bearer = /^bearer +(.+)$/i;
/** RFC 6750, section 2.1: a token is b64token. */
const token = /^[A-Za-z0-9\-._~+/]+=*$/;

function createUnauthorized(problem: string, advice: string): ServiceError {
  return new ServiceError('unauthorized', `${problem} (section 5). ${advice}`);
}

const sendHeader = 'Send the header Authorization: Bearer <API_KEY>.';

/**
 * Judges the key, and reads the sandbox that it selects: `test-key.checkout-7` is `test-key` in
 * `checkout-7`.
 *
 * @throws {ServiceError} `unauthorized` (section 5); it doesn't repeat the key
 */
export function readSandboxFromKey(
  authorization: string | undefined,
  keys: readonly string[],
): string | undefined {
  if (authorization === undefined || authorization === '') {
    throw createUnauthorized('The API key is required', sendHeader);
  }
  const sent = bearer.exec(authorization)?.[1] ?? '';
  if (keys.includes(sent)) {
    return undefined;
  }
  const dot = sent.lastIndexOf('.');
  const name = sent.slice(dot + 1);
  if (dot > 0 && keys.includes(sent.slice(0, dot)) && isSandboxName(name)) {
    return name;
  }
  if (keys.some((key) => sent.startsWith(`${key}.`))) {
    const advice = `${nameRule}. Send Authorization: Bearer <API_KEY>, or <API_KEY>.checkout-7.`;
    throw createUnauthorized('The API key is followed by an invalid name of a sandbox', advice);
  }
  if (!token.test(sent)) {
    const once = authorization.includes(',') ? ' and be sent once' : '';
    const problem = `The Authorization header must have the form Bearer <API_KEY>${once}`;
    throw createUnauthorized(problem, sendHeader);
  }
  throw createUnauthorized(
    'The API key is not valid',
    'Send Authorization: Bearer <API_KEY> with a key that this simulator accepts; the name of a ' +
      'sandbox may follow, as in <API_KEY>.checkout-7.',
  );
}

/** The sandbox of a valid key, else the default one. */
function findSandboxOfKey(headers: ServiceRequest['headers'], keys: readonly string[]): string {
  try {
    return readSandboxFromKey(headers.authorization, keys) ?? defaultSandbox;
  } catch {
    return defaultSandbox;
  }
}

/**
 * Selects the sandbox of a call by its key and its path.
 *
 * @throws {SimulatorError} when a name is invalid, or the names contradict each other
 */
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

/** Why a request is refused before its sandbox decides, as plain data. */
export type Refusal =
  | { readonly error: ServiceErrorName; readonly message: string; readonly section: string }
  | { readonly code: SimulatorErrorCode; readonly message: string };

/** A request without its key. */
export interface AdmittedRequest {
  readonly request: ServiceRequest;
  /** What its path means; undefined for one that isn't the service's. */
  readonly target: Target | undefined;
  readonly refusal: Refusal | undefined;
}

/** An admitted request, and the sandbox that it concerns. */
export interface Admission extends AdmittedRequest {
  readonly sandbox: string;
  /** Whether the request creates the sandbox: a client without a key creates none. */
  readonly creates: boolean;
}

/** Stands for a key wherever one would be shown. */
export const redactedKey = '***';

/** Replaces the key, so that nothing behind this ever has it; the scheme stays. */
function stripKey(request: ServiceRequest): ServiceRequest {
  const { authorization } = request.headers;
  // An empty header and a bare scheme have no key.
  if (authorization === undefined || /^(bearer)? *$/i.test(authorization)) {
    return request;
  }
  const scheme = /^[a-z]+ /i.exec(authorization)?.[0] ?? '';
  return { ...request, headers: { ...request.headers, authorization: scheme + redactedKey } };
}

/** Browsers send no key with a preflight. */
export function needsNoKey(request: ServiceRequest, target: Target | undefined): boolean {
  const isKnown = target?.resource !== undefined;
  return request.method === 'OPTIONS' && (isKnown || isPreflight(request));
}

/**
 * Admits a request: picks its sandbox, judges its key and strips it. The key may select the sandbox, so the
 * three are one step.
 *
 * @param keys those that are valid
 */
export function admit(request: ServiceRequest, keys: readonly string[]): Admission {
  const { path, headers } = request;
  const target = parseTarget(path);
  const admitted = {
    sandbox: defaultSandbox,
    creates: true,
    request: stripKey(request),
    target,
    refusal: undefined,
  };
  if (target === undefined) {
    const { errorName: error, message } = createPathError(path);
    const refusal = { error, message: request.missed ?? message, section: versionSection };
    return { ...admitted, sandbox: findSandboxOfKey(headers, keys), refusal };
  }
  if (needsNoKey(request, target)) {
    return admitted;
  }
  try {
    const key = readSandboxFromKey(headers.authorization, keys);
    return { ...admitted, sandbox: selectSandbox(key, target.sandbox) };
  } catch (error) {
    if (error instanceof SimulatorError) {
      return { ...admitted, refusal: { code: error.code, message: error.message } };
    }
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    const { errorName, message } = error;
    // The sandbox of the path notes it, if there is one.
    const { sandbox = '' } = target;
    return {
      ...admitted,
      sandbox: isSandboxName(sandbox) ? sandbox : defaultSandbox,
      creates: !isSandboxName(sandbox) || sandbox === defaultSandbox,
      refusal: { error: errorName, message, section: '5' },
    };
  }
}
