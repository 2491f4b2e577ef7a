import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { runCase } from '../cases.js';
import { RetryBudget } from '../checks/check.js';
import { connect, withStop } from '../connection.js';
import {
  checkInteraction,
  planRounds,
  type SendSettings,
  sendInteractions,
} from '../pact/interactions.js';
import { setUpState } from '../pact/provider-states.js';
import type { ChangeRequest } from '../pact/recording-proxy.js';
import { PactVerifier, requirePact } from '../pact/run-pact.js';
import { probeProvider } from '../provider/probe.js';
import type { Provider } from '../provider/provider.js';
import { CannotVerify, catchError, Inconclusive } from '../result.js';
import type { VerificationMeans, VerificationProgress } from '../run-verification.js';
import { concludeConsumer, concludeConsumers } from './outcome.js';
import type { ConsumerInteraction, ConsumerPact } from './pact-file.js';
import type {
  AcceptedFailure,
  ConsumerResult,
  ConsumersReport,
  InteractionResult,
} from './result.js';
import { ConsumerStates, NoId } from './states.js';

/** What the verification of consumers' pacts is about to do. */
export interface ConsumersPlan {
  readonly pacts: readonly ConsumerPact[];
  /** Whether a request or a state may create pets. */
  readonly createsPets: boolean;
  readonly namePrefix: string;
}

export interface ConsumersProgress extends Pick<VerificationProgress, 'signal' | 'onResult'> {
  onStart?(plan: ConsumersPlan): void;
}

/** States that are set up by creating pets. */
const creatingStates = ['a pet exists', 'a category exists', 'there are at least this many pets'];

const mayCreate = ({ method, mapped }: ConsumerInteraction) =>
  method !== 'GET' || mapped.some(({ state }) => creatingStates.includes(state));

const needsCategory = ({ mapped }: ConsumerInteraction) =>
  mapped.some(
    ({ state, params }) => state === 'a category exists' && params.categoryId === undefined,
  );

/** Removes the path of the base URL, which many consumers have in their paths. */
function removeBasePath(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

/** Puts the key and the id of the states into a request whose pact has them as literals. */
function createChange(
  interactions: readonly ConsumerInteraction[],
  { keys }: Provider,
  url: string,
): ChangeRequest {
  const basePath = new URL(url).pathname.replace(/\/$/, '');
  return (number, request, { apiKey = keys.valid, petId }) => {
    const { takesKey, takesPetId } = interactions[number] ?? {};
    const path = removeBasePath(request.path, basePath);
    return {
      ...request,
      path:
        takesPetId && petId !== undefined
          ? path.replace(/^(\/pets\/)[^/?#]+/, (_all, begin: string) => begin + petId)
          : path,
      headers: takesKey
        ? { ...request.headers, authorization: `Bearer ${apiKey}` }
        : request.headers,
    };
  };
}

/** A pet without an id that can be read is enough for interactions that do not use the id. */
function createSetUp(
  interactions: readonly ConsumerInteraction[],
  states: ConsumerStates,
): SendSettings['setUp'] {
  return async (change, number) => {
    const values = await catchError(NoId, () => setUpState(change, states));
    if (!(values instanceof NoId)) {
      return values;
    }
    if (interactions[number]?.usesPetId) {
      throw values;
    }
    return {};
  };
}

async function verifyPact(
  provider: Provider,
  states: ConsumerStates,
  pact: ConsumerPact,
  url: string,
  settings: Omit<SendSettings, 'setUp'>,
): Promise<ConsumerResult> {
  const { consumer, origin, interactions } = pact;
  const { source, pending, wip } = origin;
  const rounds = planRounds(
    interactions,
    (interaction) => interaction.problem === undefined && provider.allows(interaction),
    settings.maxConcurrency,
    pact.format,
  );
  const { recorded, results } = await sendInteractions(provider, rounds, {
    ...settings,
    setUp: createSetUp(interactions, states),
    change: createChange(interactions, provider, url),
    headers: (number) => interactions[number]?.responseHeaders ?? [],
  });
  const verified = interactions.map(async (interaction, number) => {
    const result = await runCase({
      name: interaction.name,
      test: () => {
        if (interaction.problem !== undefined) {
          throw new Inconclusive(interaction.problem);
        }
        checkInteraction(interaction, recorded.get(number), results, provider);
      },
    });
    const { states, id } = interaction;
    return {
      ...result,
      states,
      ...(id === undefined ? {} : { id }),
      ...(interaction.pending ? { pending: true } : {}),
    } as InteractionResult;
  });
  return concludeConsumer({
    consumer,
    source,
    ...(pending && { pending }),
    ...(wip && { wip }),
    interactions: await Promise.all(verified),
  });
}

async function verifyAll(
  provider: Provider,
  options: ResolvedVerifyOptions,
  pacts: readonly ConsumerPact[],
  { onResult = () => {} }: ConsumersProgress,
  settings: Omit<SendSettings, 'onResult' | 'setUp'> & { readonly prefix: string },
): Promise<ConsumerResult[]> {
  const { categoryId, candidates } = await probeProvider(provider, options.categoryId);
  const states = new ConsumerStates(
    provider,
    candidates.length === 0 ? [categoryId] : candidates,
    settings.prefix,
    new RetryBudget(settings.timeout, settings.stop),
  );
  const interactions = pacts.flatMap((pact) => pact.interactions);
  if (!options.readOnly && interactions.some(needsCategory)) {
    await states.findCategory();
  }
  const results: ConsumerResult[] = [];
  let tested = 0;
  for (const pact of pacts) {
    const onRecorded = (count: number) => onResult(tested + count);
    results.push(
      await verifyPact(provider, states, pact, options.url, { ...settings, onResult: onRecorded }),
    );
    tested += pact.interactions.length;
    onResult(tested);
  }
  return results;
}

const means: Required<VerificationMeans> = { fetch, startPact: () => new PactVerifier() };

/**
 * Verifies that a running implementation does what the pacts of its consumers need. The states are set
 * up through the interface.
 */
export async function verifyConsumers(
  options: ResolvedVerifyOptions,
  pacts: readonly ConsumerPact[],
  progress: ConsumersProgress & { readonly accepted?: readonly AcceptedFailure[] } = {},
  { fetch, startPact }: Required<VerificationMeans> = means,
): Promise<ConsumersReport> {
  const start = performance.now();
  const { url, deadline, timeout } = options;
  return withStop(deadline, progress.signal, async (stop) => {
    const { provider, queue, prefix } = connect(options, { stop, fetch });
    const createsPets =
      !options.readOnly && pacts.some(({ interactions }) => interactions.some(mayCreate));
    progress.onStart?.({ pacts, createsPets, namePrefix: prefix });
    const consumers = await catchError(CannotVerify, async () => {
      requirePact();
      const verifier = startPact();
      try {
        return await verifyAll(provider, options, pacts, progress, {
          verifier,
          timeout,
          maxConcurrency: queue.limit,
          stop,
          prefix,
        });
      } finally {
        verifier.end();
      }
    });
    const { createdPets, created } = provider;
    const milliseconds = Math.round(performance.now() - start);
    return {
      url,
      ...concludeConsumers(consumers, progress.accepted ?? [], stop),
      createdPets,
      namePrefix: prefix,
      created,
      milliseconds,
    };
  });
}
