import { setMaxListeners } from 'node:events';
import { verifyOptionTable } from '../../src/options/verify-options.js';
import { allChecks } from '../../src/verification/checks/all-checks.js';
import { Bursts } from '../../src/verification/checks/bursts.js';
import { type CheckContext, RetryBudget, runCheck } from '../../src/verification/checks/check.js';
import { AnimalStore } from '../../src/verification/provider/animal-store.js';
import { VerificationPets } from '../../src/verification/provider/pets.js';
import { Provider } from '../../src/verification/provider/provider.js';
import { RequestQueue } from '../../src/verification/provider/request-queue.js';
import {
  createTransport,
  type Transport,
  type TransportSettings,
} from '../../src/verification/provider/transport.js';
import type { RequirementResult } from '../../src/verification/result.js';
import { fetchFrom } from '../providers/in-process.js';
import { Service } from '../providers/service.js';

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

/** Creates a transport with the default limits. */
export function createTestTransport(
  fetch: TransportSettings['fetch'],
  settings: Partial<TransportSettings> = {},
): Transport {
  return createTransport({
    url: 'http://provider/v1',
    headers: [],
    timeout: 5_000,
    queue: new RequestQueue(verifyOptionTable.maxConcurrency.default),
    maxResponse: verifyOptionTable.maxResponse.default,
    stop: neverStopped(),
    fetch,
    ...settings,
  });
}

/** Creates a provider that is reached by any `fetch`. */
export function createProviderWith(
  fetch: TransportSettings['fetch'],
  { url = 'http://localhost/v1', apiKey = 'test-key', readOnly = false }: Settings = {},
): Provider {
  const transport = createTestTransport(fetch, { url });
  const keys = { valid: apiKey, invalid: 'key-of-nobody' };
  return new Provider({ transport, url, keys, headers: [], readOnly });
}

/** Creates the pets of a verification. */
export const createPets = (provider: Provider, categoryId = 1n) =>
  new VerificationPets(new AnimalStore(provider), categoryId, 'test');

function createContextOf(
  pets: VerificationPets,
  { retryBudget = 0, minAge = 1 }: Settings,
): CheckContext {
  return {
    store: pets.store,
    pets,
    retryBudget: new RetryBudget(retryBudget, neverStopped()),
    bursts: new Bursts(new RequestQueue(verifyOptionTable.maxConcurrency.default)),
    minAge,
  };
}

/** Creates a context for a provider that is reached by any `fetch`. */
export function createContextWith(
  fetch: TransportSettings['fetch'],
  settings: Settings = {},
): CheckContext {
  const pets = createPets(createProviderWith(fetch, settings));
  return createContextOf(pets, settings);
}

/** Creates a provider that needs no network. */
export function createProvider(service: Service, settings: Settings = {}): Provider {
  service.open();
  const { apiKey, base } = service;
  return createProviderWith(fetchFrom(service), {
    url: `http://provider${base}`,
    apiKey,
    ...settings,
  });
}

export function createContext(
  service: Service = new Service(),
  settings: Settings = {},
): CheckContext {
  const pets = createPets(createProvider(service, settings), service.categoryId ?? 1n);
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
