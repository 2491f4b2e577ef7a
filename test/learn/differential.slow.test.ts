import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { createConfig } from '../../src/learn/report.js';
import { exampleOf, frameworks, startRealProvider } from '../real-providers/real-provider.js';
import { resolveOptions } from '../verify/providers/in-process.js';

/** A request to both services; `pet` is the place of a pet in the list, whose ids may differ. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly pet?: number;
  readonly hasKey: boolean;
  readonly body?: string;
  readonly type?: string;
}

const limits = fc.constantFrom(
  'limit=1',
  'limit=3',
  'limit=100',
  'limit=0',
  'limit=101',
  'limit=abc',
);
const odd = fc.constantFrom(
  'limit=2.0',
  'limit=',
  'limit=2&limit=3',
  'status=eaten',
  'status=',
  'a=b',
);
const statuses = fc.constantFrom('status=available', 'status=pending', 'status=sold');
const queries = fc.oneof(limits, odd, statuses, fc.constant('limit=2&status=sold'));
const lists = queries.map((query) => ({ method: 'GET', path: `/pets?${query}` }));
const gets = fc.oneof(
  fc.nat(4).map((pet) => ({ method: 'GET', path: '/pets/', pet })),
  fc
    .constantFrom('abc', '1.5', '9223372036854774321')
    .map((id) => ({ method: 'GET', path: `/pets/${id}` })),
);
const bodies = fc.constantFrom(
  '{"name":"Rex","categoryId":1}',
  '{"name":"Rex","categoryId":1,"status":"sold"}',
  '{"name":"","categoryId":1}',
  '{"name":"Rex","categoryId":1,"colour":"red"}',
  '{"name":"Rex","categoryId":9007199254740993}',
  '{"name":5,"categoryId":1}',
  '{"name":"Rex"}',
  '{"name":"Rex","categoryId":"1"}',
  '{"name":"Rex","categoryId":1,"status":"eaten"}',
  '{"name":"Rex"',
  '[]',
);
const types = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded') },
);
const others = fc.constantFrom(
  { method: 'GET', path: '/owners' },
  { method: 'PUT', path: '/pets', body: '{}', type: 'application/json' },
);
const forms = fc.constant({
  method: 'POST',
  path: '/pets',
  body: 'name=Rex&categoryId=1',
  type: 'application/x-www-form-urlencoded',
});
const posts = fc.record({
  method: fc.constant('POST'),
  path: fc.constant('/pets'),
  body: bodies,
  type: types,
});
const isKeyed = fc.integer({ min: 0, max: 9 }).map((one) => one > 0);
const sents: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: lists },
      { weight: 4, arbitrary: gets },
      { weight: 6, arbitrary: posts },
      { weight: 1, arbitrary: forms },
      { weight: 1, arbitrary: others },
    ),
    isKeyed,
  )
  .map(([request, hasKey]) => ({ ...request, hasKey }));

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** The names of the fields of a value, and how many elements a list has. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  return typeof value === 'object' && value !== null ? Object.keys(value).sort() : typeof value;
};

/** Sends requests one after another, and returns the status and the shape of each answer. */
async function answersOf(requests: readonly Sent[], apiKey: string, send: Send): Promise<string[]> {
  const key = { Authorization: `Bearer ${apiKey}` };
  const answers: string[] = [];
  for (const { method, path, pet, hasKey, body, type } of requests) {
    const list =
      pet === undefined ? '' : await (await send('/pets?limit=100', { headers: key })).text();
    const id = [...list.matchAll(/"id":(-?\d+)/g)][pet ?? 0]?.[1] ?? '999';
    const response = await send(pet === undefined ? path : path + id, {
      method,
      headers: { ...(hasKey && key), ...(type && { 'Content-Type': type }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const value = /^[[{]/.test(text) ? shapeOf(JSON.parse(text)) : text.slice(0, 20);
    answers.push(`${response.status} ${JSON.stringify(value)}`);
  }
  return answers;
}

const requests = fc.sample(sents, { seed: 7, numRuns: 200 });

/** What a simulator answers otherwise than a service, with the choices that were learned and without. */
async function compare(start: () => ReturnType<typeof startRealProvider>) {
  const asked = await start();
  const options = resolveOptions({ url: asked.url, apiKey: asked.apiKey });
  const learned = await learn(options).finally(asked.close);
  const { learned: _source, ...config } = createConfig(learned);
  // Both begin without a pet.
  const { url, apiKey, close } = await start();
  const send: Send = (path, init) => fetch(url + path, init);
  const expected = await answersOf(requests, apiKey, send).finally(close);
  const simulate = async (options: SimulatorOptions) => {
    const { fetch: call } = createSimulator({ apiKey, fixture: 'empty', ...options });
    const answers = await answersOf(requests, apiKey, (path, init) =>
      call(`http://a/v1${path}`, init),
    );
    return answers.flatMap((simulator, index) => {
      const [sent, service] = [requests[index], expected[index]];
      return simulator === service ? [] : [{ sent, service, simulator }];
    });
  };
  return { before: await simulate({}), after: await simulate(config) };
}

/**
 * What no choice imitates: a service that accepts what is wrong, and so has other pets; that fails; or that reads
 * plain text, but refuses other media types.
 */
const isKnown = ({ sent, service = '' }: Awaited<ReturnType<typeof compare>>['after'][number]) =>
  /^(?:200|201|500)/.test(service) || sent?.type === 'text/plain';

describe.each(frameworks)('$name', (framework) => {
  const { missing } = framework;

  test('a simulator that has learned from a correct service answers all requests alike', async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const compared = await compare(() =>
      startRealProvider(framework, exampleOf(framework, 'fixed')),
    );

    expect(compared.after).toEqual([]);
  });

  test('of a service that contradicts the document, what differs is known', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const natural = exampleOf(framework, 'natural');
    const compared = await compare(() => startRealProvider(framework, natural));

    expect(compared.after.filter((one) => !isKnown(one))).toEqual([]);
  });
});
