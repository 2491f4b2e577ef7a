import fc from 'fast-check';
import { describe, expect, type TestContext, test } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { createConfig } from '../../src/learn/report.js';
import { readText } from '../package/readme/blocks.js';
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
const types = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
);
const posts = fc.record({
  method: fc.constant('POST'),
  path: fc.constant('/pets'),
  body: bodies,
  type: types,
});
const isKeyed = fc.integer({ min: 0, max: 9 }).map((one) => one > 0);
const sents: fc.Arbitrary<Sent> = fc
  .tuple(fc.oneof(lists, lists, gets, posts), isKeyed)
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
    const id = [...list.matchAll(/"id":(-?\d+)/g)][pet ?? 0]?.[1] ?? '';
    const response = await send(path + id, {
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

/** How many of 200 answers a simulator gives as a service does, with the choices that were learned and without. */
async function compare(url: string, apiKey: string) {
  const learned = await learn(resolveOptions({ url, apiKey }), { pets: 0 });
  const { choose } = createConfig(learned, true);
  const listed = await (
    await fetch(`${url}/pets?limit=100`, { headers: { Authorization: `Bearer ${apiKey}` } })
  ).text();
  const expected = await answersOf(requests, apiKey, (path, init) => fetch(url + path, init));
  const simulate = async (options: SimulatorOptions) => {
    const simulator = createSimulator({ apiKey, fixture: 'empty', ...options });
    const pets = JSON.parse(listed) as object[];
    const { fetch: call } = simulator;
    for (const { name, categoryId, status } of pets as Record<string, string>[]) {
      await simulator
        .sandbox('default')
        .pets.add({ name, categoryId: Number(categoryId), ...(status && { status }) } as never);
    }
    const answers = await answersOf(requests, apiKey, (path, init) =>
      call(`http://a/v1${path}`, init),
    );
    return answers.flatMap((answer, index) =>
      answer === expected[index]
        ? []
        : [{ sent: requests[index], service: expected[index], simulator: answer }],
    );
  };
  return { before: await simulate({}), after: await simulate({ choose }) };
}

/** The table of docs/learn.md counts answers that are alike. */
const expectDocumented = (before: number, after: number) =>
  expect(readText('docs/learn.md')).toContain(
    `| ${requests.length - before} | ${requests.length - after} |`,
  );

describe.each(frameworks)('$name', (framework) => {
  /** Compares with an example, as its framework likes it or mended so that it meets the document. */
  async function compareWith(form: 'fixed' | 'natural', { skip }: TestContext) {
    skip(framework.missing !== undefined, framework.missing);
    const { url, apiKey, close } = await startRealProvider(framework, exampleOf(framework, form));
    return compare(url, apiKey).finally(close);
  }

  test('a simulator that has learned from a correct service answers all requests alike', async (context) => {
    const { before, after } = await compareWith('fixed', context);

    expect(after).toEqual([]);
    expectDocumented(before.length, after.length);
  });

  test('of a service that contradicts the document, more answers are alike than before', async (context) => {
    const { before, after } = await compareWith('natural', context);

    expectDocumented(before.length, after.length);
  });
});
