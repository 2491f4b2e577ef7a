import type { VerifyOptions } from '../../src/options/verify-options.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { runCheck } from '../../src/verify/checks/check.js';
import { Provider } from '../../src/verify/provider.js';
import type { RequirementResult } from '../../src/verify/result.js';
import { Client, type Fetch, type FetchInit } from '../../src/verify/send/client.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';

type Settings = Partial<VerifyOptions> & {
  /** Milliseconds. */
  readonly retryBudget?: number;
};

const complete = ({ retryBudget: _, ...options }: Settings) =>
  resolveOptions({ url: 'http://provider/v1', apiKey: 'test-key', rereadAfter: 1, ...options });

/** Never responds, until the request is aborted. */
export const hang = (_url: string, { signal }: FetchInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Creates a client with the default limits. */
export const createClient = (fetch?: Fetch, settings: Settings = {}, stop?: AbortSignal) =>
  new Client(complete(settings), stop, fetch);

/** Reaches a provider by any `fetch`. */
export function reach(fetch?: Fetch, settings: Settings = {}, categoryId = 1n): Provider {
  const provider = new Provider(complete(settings), createClient(fetch, settings));
  provider.categories = [categoryId];
  provider.retryBudget = settings.retryBudget ?? 0;
  return provider;
}

/** Reaches a provider that needs no network. */
export function reachService(service: Service = new Service(), settings: Settings = {}) {
  service.open();
  const { apiKey, base, categoryId } = service;
  const target = { url: `http://provider${base}`, apiKey };
  return reach(fetchFrom(service), { ...target, ...settings }, categoryId);
}

/** Runs a check on a service, and returns its verdict. */
export const findVerdict = async (text: string, service: Service) =>
  (await runNamedCheck(text, reachService(service))).verdict;

/** Runs the check whose requirement contains this text. */
export function runNamedCheck(text: string, provider: Provider): Promise<RequirementResult> {
  const check = allChecks.find(({ requirement }) => requirement.includes(text));
  if (check === undefined) {
    throw new Error(`No check has a requirement with "${text}".`);
  }
  return runCheck(check, provider);
}
