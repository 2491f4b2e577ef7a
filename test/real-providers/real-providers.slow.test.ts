import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { reportsOn } from '../verify/reports.js';
import { exampleOf, frameworks, startRealProvider } from './real-provider.js';

/** Some of what `verify` finds in each natural provider, by its framework's defaults. */
const found = {
  sinatra: [
    'getPet with the API key under the scheme Basic is rejected',
    'a body that is malformed JSON is rejected',
    'a pet with a fraction as categoryId is rejected',
    'createPet accepts a pet without a status',
  ],
  fastapi: [
    'listPets without an API key is rejected',
    'a pet without a name is rejected',
    'a pet with a number as name is rejected',
    'createPet accepts a pet without a status',
  ],
  fastify: [
    'categoryId is returned with every digit, over the whole int64 range',
    'the service assigns the id, even if the client sends one',
    'a pet with null as categoryId is rejected',
  ],
};

describe.for(frameworks)('$name', (framework) => {
  const { name, missing } = framework;

  /** Verifies one by the command, as its team does. */
  async function verifyForm(form: 'natural' | 'fixed') {
    const provider = await startRealProvider(framework, exampleOf(framework, form));
    onTestFinished(() => provider.close());
    const { code, stdout, json } = await reportsOn(provider, '--timeout', '30000');
    const failed = json.requirements.filter(({ verdict }) => verdict === 'failed');
    return { code, stdout, failed: failed.map(({ requirement }) => requirement) };
  }

  beforeEach(({ skip }) => skip(missing !== undefined, missing));

  test('the fixed provider passes', async () => {
    const { code, stdout } = await verifyForm('fixed');

    expect(code, stdout).toBe(0);
  });

  test('the natural provider fails', async () => {
    const { code, failed } = await verifyForm('natural');

    expect(code).toBe(1);
    expect(failed).toEqual(expect.arrayContaining(found[name]));
  });
});
