import { setMaxListeners } from 'node:events';
import { verifyOptionTable } from '../../src/options/verify-options.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { Bursts } from '../../src/verify/checks/bursts.js';
import { type CheckContext, RetryBudget, runCheck } from '../../src/verify/checks/check.js';
import { VerificationPets } from '../../src/verify/pets.js';
import type { RequirementResult } from '../../src/verify/result.js';
import { Client, type ClientSettings } from '../../src/verify/send/client.js';
import type { Fetch } from '../../src/verify/send/http.js';
import { AnimalStore } from '../../src/verify/store.js';
import { fetchFrom } from './providers/in-process.js';
import { Service } from './providers/service.js';

/** A signal for what runs to its end. */
export function neverStopped(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
}

interface Settings {
  readonly url?: string;
  readonly apiKey?: string;
  readonly readOnly?: boolean;
  /** Milliseconds. */
  readonly retryBudget?: number;
  /** Milliseconds. */
  readonly minAge?: number;
}

/** Creates a client with the default limits. */
export const createClient = (fetch: Fetch, settings: Partial<ClientSettings> = {}) =>
  new Client({
    url: 'http://provider/v1',
    headers: [],
    timeout: 5_000,
    maxConcurrency: verifyOptionTable.maxConcurrency.default,
    maxResponse: verifyOptionTable.maxResponse.default,
    stop: neverStopped(),
    fetch,
    ...settings,
  });

/** Creates a provider that is reached by any `fetch`. */
export function createStoreWith(
  fetch: Fetch,
  { url = 'http://localhost/v1', apiKey = 'test-key', readOnly = false }: Settings = {},
): AnimalStore {
  const keys = { valid: apiKey, invalid: 'key-of-nobody' };
  return new AnimalStore({
    client: createClient(fetch, { url }),
    url,
    keys,
    headers: [],
    readOnly,
  });
}

/** Creates the pets of a verification. */
export const createPets = (store: AnimalStore, categoryId = 1n) =>
  new VerificationPets(store, categoryId, 'test');

function createContextOf(
  pets: VerificationPets,
  { retryBudget = 0, minAge = 1 }: Settings,
): CheckContext {
  return {
    store: pets.store,
    pets,
    retryBudget: new RetryBudget(retryBudget, neverStopped()),
    bursts: new Bursts(pets.store.client),
    minAge,
  };
}

/** Creates a context for a provider that is reached by any `fetch`. */
export function createContextWith(fetch: Fetch, settings: Settings = {}): CheckContext {
  const pets = createPets(createStoreWith(fetch, settings));
  return createContextOf(pets, settings);
}

/** Creates a provider that needs no network. */
export function createStore(service: Service, settings: Settings = {}): AnimalStore {
  service.open();
  const { apiKey, base } = service;
  return createStoreWith(fetchFrom(service), {
    url: `http://provider${base}`,
    apiKey,
    ...settings,
  });
}

export function createContext(
  service: Service = new Service(),
  settings: Settings = {},
): CheckContext {
  const pets = createPets(createStore(service, settings), service.categoryId ?? 1n);
  return createContextOf(pets, settings);
}

/** Runs the check whose requirement contains this text. */
export function runNamedCheck(text: string, context: CheckContext): Promise<RequirementResult> {
  const check = allChecks.find(({ requirement }) => requirement.includes(text));
  if (check === undefined) {
    throw new Error(`No check has a requirement with "${text}".`);
  }
  return runCheck(check, context);
}

/** Runs all checks in order, and returns the requirements with this verdict. */
export async function findRequirements(
  verdict: RequirementResult['verdict'],
  context: CheckContext,
): Promise<string[]> {
  const requirements: string[] = [];
  for (const check of allChecks) {
    const result = await runCheck(check, context);
    if (result.verdict === verdict) {
      requirements.push(result.requirement);
    }
  }
  return requirements;
}
