import fc from 'fast-check';
import { expect } from 'vitest';
import { customErrorNames, leniencyNames } from '../../src/document/errors.js';
import { openPointNames } from '../../src/document/open-points.js';
import {
  type Choices,
  createSimulator,
  type OpenPoint,
  openPoints,
  type SimulatorOptions,
} from '../../src/index.js';
import { type LearnSettings, learn } from '../../src/learn/learn.js';
import { createConfig } from '../../src/learn/report.js';
import { resolveOptions } from '../verify/providers/in-process.js';
import { answersOf, requests } from './requests.js';

/** Learns from a simulator of this process. */
export function learnFrom(
  options: SimulatorOptions,
  readOnly = false,
  settings: LearnSettings = {},
) {
  const { apiKey, fetch } = createSimulator(options);
  const target = resolveOptions({ url: 'http://localhost/v1', apiKey, readOnly });
  return learn(target, settings, undefined, fetch);
}

/** All choices but `custom`, which is nothing without the errors or fields of a service. */
export const choicesOf = (point: OpenPoint): readonly string[] =>
  openPoints[point].choices.filter((choice) => choice !== 'custom');

const anyChoices = fc.record(
  Object.fromEntries(openPointNames.map((point) => [point, fc.constantFrom(...choicesOf(point))])),
) as unknown as fc.Arbitrary<Choices>;

/** How a simulator answers requests, with the values of codes. */
async function simulate(options: SimulatorOptions): Promise<string[]> {
  const { fetch, apiKey } = createSimulator({ pets: 120, ...options });
  const send = (path: string, init: RequestInit) => fetch(`http://localhost/v1${path}`, init);
  const answers = await answersOf(requests, /^(?:code|status)$/, apiKey, send);
  return answers.map((answer, index) => JSON.stringify([requests[index], answer]));
}

const texts = fc.stringMatching(/^[a-z ]{4,20}$/);
const anyError = fc.record({
  // 429 is a rate limit: the client waits, and asks again.
  status: fc.constantFrom(400, 403, 409, 422, 500),
  mediaType: fc.constantFrom('application/json', 'application/problem+json; charset=utf-8'),
  body: fc.oneof(
    fc.record({
      detail: fc.constantFrom('no', '{message}', 'got {name}'),
      at: fc.constant('{now}'),
    }),
    fc.record({ errors: fc.tuple(fc.record({ code: texts, text: texts })) }),
    fc.record({ instance: fc.constant('{path}'), code: texts, trace: fc.constant('{id}') }),
  ),
});
const names = customErrorNames.filter(
  (name) => !/^(?:after-sunset|keyless-path|long-name)$/.test(name),
);
const anyService = fc.record({
  choices: anyChoices,
  errors: fc.dictionary(fc.constantFrom(...names), anyError, { maxKeys: 30 }),
  accepts: fc.uniqueArray(fc.constantFrom(...leniencyNames)),
});
const unknown_path = { status: 404, body: '<h1>Not Found</h1>', mediaType: 'text/html' };
const custom = { 'error-codes': 'custom', 'extra-response-fields': 'custom' } as const;

/** Expects that a simulator which has learned answers like the service, for some services. */
export const expectAlike = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(anyService, async ({ choices, errors, accepts }) => {
      const service = {
        choices: { ...choices, ...custom },
        errors: { ...errors, unknown_path },
        accepts,
        extraFields: { age: 4, tags: ['x'] },
      };
      const learned = await learnFrom({ ...service, pets: 120 });

      fc.pre(learned.createdPets < 8);
      const { learned: _source, ...config } = createConfig(learned);
      expect(await simulate(config)).toEqual(await simulate(service));
      expect(learned.requests).toBeLessThanOrEqual(70);
      expect(learned.createdPets).toBeLessThanOrEqual(8);
    }),
    { numRuns },
  );
