import {
  concludeConsumer,
  concludeConsumers,
} from '../../../src/verification/consumers/outcome.js';
import type {
  ConsumerResult,
  ConsumersReport,
  InteractionResult,
} from '../../../src/verification/consumers/result.js';
import { neverStopped } from '../check-context.js';

const evidence = {
  request: 'GET /pets',
  expected: '204',
  received: '200 []',
  mismatches: [],
};

export const passed: InteractionResult = { name: 'a list of pets', verdict: 'passed', states: [] };
export const failed: InteractionResult = {
  name: 'no pets',
  verdict: 'failed',
  states: [],
  evidence,
};
export const unknown: InteractionResult = {
  name: 'a sale',
  verdict: 'inconclusive',
  states: ['a sale'],
  reason: 'nobody knows the provider state "a sale"',
};

export const createConsumer = (
  consumer: string,
  interactions: readonly InteractionResult[],
  pending?: true,
): ConsumerResult =>
  concludeConsumer({
    consumer,
    source: `${consumer}.json`,
    ...(pending && { pending }),
    interactions,
  });

/** Creates a report; default: the app gets what it needs, and the shop does not. */
export function createReport(
  consumers = [createConsumer('app', [passed]), createConsumer('shop', [passed, failed])],
  accepted: Parameters<typeof concludeConsumers>[1] = [],
): ConsumersReport {
  return {
    url: 'http://127.0.0.1/v1',
    ...concludeConsumers(consumers, accepted, neverStopped()),
    createdPets: 2,
    namePrefix: 'animal-store verify 1a2b3c4d',
    created: [],
    milliseconds: 1_234,
  };
}
