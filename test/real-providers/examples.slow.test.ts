import { describe, type TestContext, test } from 'vitest';
import { startSimulator, verify } from '../../src/index.js';
import { exampleOf, frameworks, startRealProvider } from './real-provider.js';

/** Some of what `verify` finds in each natural provider, by its framework's defaults. */
const found = {
  sinatra: [
    'getPet with the API key under the scheme Basic is rejected',
    'a body that is malformed JSON is rejected',
    'a pet with a fraction as categoryId is rejected',
    'createPet returns a pet without a status as it was sent, with an id',
  ],
  fastapi: [
    'listPets without an API key is rejected',
    'a pet without a name is rejected',
    'a pet with a number as name is rejected',
    'createPet returns a pet without a status as it was sent, with an id',
  ],
  fastify: [
    'name and categoryId are returned as they were sent, with every character and digit',
    'the service assigns the id, even if the client sends one',
    'a pet with null as categoryId is rejected',
  ],
};

describe.for(frameworks)('$name', { concurrent: true }, (framework) => {
  const { name, missing } = framework;

  /**
   * The failed requirements of an example, verified through a simulator in front of it, and the mismatches on the
   * way. On a busy machine, it may need longer than the default.
   */
  async function findFailed(form: 'natural' | 'fixed', { onTestFinished, skip }: TestContext) {
    skip(missing !== undefined, missing);
    const provider = await startRealProvider(framework, exampleOf(framework, form));
    onTestFinished(provider.close);
    const { url: upstream, apiKey } = provider;
    const simulator = await startSimulator({ port: 0, upstream, logLevel: 'silent' });
    onTestFinished(simulator.close);
    const { requirements } = await verify({ url: simulator.url, apiKey, timeout: 30_000 });
    const failed = requirements.filter((one) => one.verdict === 'failed');
    const mismatches = simulator.summary().notes.filter(({ kind }) => kind === 'mismatch');
    return {
      failed: failed.map((one) => one.requirement),
      mismatches: mismatches.map(({ section, message }) => `${section}: ${message}`),
    };
  }

  test('passes: the fixed provider', async (context) => {
    context.expect(await findFailed('fixed', context)).toEqual({ failed: [], mismatches: [] });
  });

  test('fails: the natural provider', async (context) => {
    const { expect } = context;
    const { failed, mismatches } = await findFailed('natural', context);

    expect(failed).toEqual(expect.arrayContaining(found[name]));
    expect(mismatches).not.toEqual([]);
  });
});
