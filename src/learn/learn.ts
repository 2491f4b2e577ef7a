import { stringify } from 'lossless-json';
import { realTime } from '../base/real-time.js';
import type { ResolvedVerifyOptions } from '../options/verify-options.js';
import { probeProvider } from '../verify/probe.js';
import { Provider } from '../verify/provider.js';
import { CannotVerify, catchError, Inconclusive } from '../verify/result.js';
import { Client, type Fetch } from '../verify/send/client.js';
import { Interview } from './ask.js';
import { concludeAnswers, toSeedPet } from './conclude.js';
import { readReceivedPets, type Shown } from './received-pets.js';

/** Pets as a fixture. */
function formatFixture(pets: readonly Shown[], isAnonymous: boolean): string {
  const fixture = pets.map((pet, index) => ({
    ...toSeedPet(pet, index),
    ...(isAnonymous && { name: `Pet ${index + 1}` }),
  }));
  return `${stringify(fixture, undefined, 2)}\n`;
}

/** Facts that were learned from a service. */
export type LearnedService = Awaited<ReturnType<typeof learn>>;

/** Options of learning. */
export interface LearnSettings {
  /** Number of pets that become a fixture. Default: 0. */
  readonly pets?: number;
  /** True if their names are replaced. */
  readonly anonymize?: boolean;
}

/** Milliseconds: a longer wait for the rate limit of a shared service would disturb others. */
const maxRateLimitWait = 5_000;
/** With fewer answers, a run that was stopped tells nothing. */
const minAnswered = 10;
/** Maximum number of requests of an operation in a row without a response. */
const maxLosses = 6;

/**
 * Learns which choice a running service makes at each open point of the document, and how it answers errors, with
 * at most 70 requests and 8 created pets. It compares each response with those of the simulator under each choice.
 *
 * @param signal ends it
 * @param fetch sends the requests; tests replace it
 * @throws {CannotVerify} when the service can't be reached, rejects the key or limits the rate of requests from
 *   the beginning, and when it was stopped
 */
export async function learn(
  options: ResolvedVerifyOptions,
  { pets = 0, anonymize = false }: LearnSettings = {},
  signal?: AbortSignal,
  fetch?: Fetch,
) {
  const { url } = options;
  const store = new Provider(
    options,
    new Client(options, signal, fetch, maxRateLimitWait),
    maxLosses,
  );
  const learned = await catchError(Inconclusive, async () => {
    // The pets of the service before questions create further ones.
    const listed = await probeProvider(store);
    const interview = new Interview(store, store.categories[0] ?? 1n);
    const asked = await interview.askAll();
    const answered = asked.filter(({ unset }) => unset === undefined).length;
    if (signal?.aborted || (store.client.stop.aborted && answered < minAnswered)) {
      throw store.client.stop.reason;
    }
    return {
      ...(await concludeAnswers(interview, asked, listed)),
      /** Some of its pets, if they were asked for. */
      fixture:
        pets > 0 ? formatFixture(readReceivedPets(listed).slice(0, pets), anonymize) : undefined,
    };
  });
  if (learned instanceof Inconclusive) {
    throw new CannotVerify(`Nothing was learned from ${url}: ${learned.message}.`);
  }
  const at = new realTime.Date().toISOString();
  return { url, at, ...learned, requests: store.requests, createdPets: store.created.length };
}
