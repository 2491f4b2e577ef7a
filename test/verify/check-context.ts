import type { VerifyOptions } from '../../src/options/verify-options.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { type CheckContext, runCheck } from '../../src/verify/checks/check.js';
import { VerificationPets } from '../../src/verify/pets.js';
import { ProviderClient } from '../../src/verify/provider-client.js';
import type { RequirementResult } from '../../src/verify/result.js';
import { Client, type Fetch, type FetchInit } from '../../src/verify/send/client.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';

type Settings = Partial<VerifyOptions> & {
  /** Milliseconds. */
  readonly retryBudget?: number;
};

const complete = ({ retryBudget: _, ...options }: Settings) =>
  resolveOptions({ url: 'http://provider/v1', apiKey: 'test-key', ...options });

/** Never responds, until the request is aborted. */
export const hang = (_url: string, { signal }: FetchInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Creates a client with the default limits. */
export const createClient = (fetch?: Fetch, settings: Settings = {}, stop?: AbortSignal) =>
  new Client(complete(settings), stop, fetch);

/** Creates the pets of a verification with a provider that is reached by any `fetch`. */
export const createPets = (fetch?: Fetch, settings: Settings = {}, categoryId = 1n) => {
  const store = new ProviderClient(complete(settings), createClient(fetch, settings));
  return new VerificationPets(store, [categoryId], 'test');
};

/** Creates a context for a provider that is reached by any `fetch`. */
export function createContextWith(
  fetch: Fetch,
  settings: Settings = {},
  categoryId?: bigint,
): CheckContext {
  const pets = createPets(fetch, settings, categoryId);
  return { store: pets.store, pets, retryBudget: settings.retryBudget ?? 0, rereadAfter: 1 };
}

/** Creates a context for a provider that needs no network. */
export function createContext(service: Service = new Service(), settings: Settings = {}) {
  service.open();
  const { apiKey, base, categoryId } = service;
  const target = { url: `http://provider${base}`, apiKey };
  return createContextWith(fetchFrom(service), { ...target, ...settings }, categoryId);
}

/** Runs a check on a service, and returns its verdict. */
export const findVerdict = async (text: string, service: Service) =>
  (await runNamedCheck(text, createContext(service))).verdict;

/** Runs the check whose requirement contains this text. */
export function runNamedCheck(text: string, context: CheckContext): Promise<RequirementResult> {
  const check = allChecks.find(({ requirement }) => requirement.includes(text));
  if (check === undefined) {
    throw new Error(`No check has a requirement with "${text}".`);
  }
  return runCheck(check, context);
}
