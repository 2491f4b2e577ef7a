import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type VerificationReport, verify } from '../../src/index.js';
import { readText } from '../package/readme/blocks.js';
import { fastapiFaults } from './faults/fastapi.js';
import { fastifyFaults } from './faults/fastify.js';
import { type Fault, plant } from './faults/fault.js';
import { sinatraFaults } from './faults/sinatra.js';
import { exampleOf, frameworks, startRealProvider } from './real-provider.js';

const faultsOf = { sinatra: sinatraFaults, fastapi: fastapiFaults, fastify: fastifyFaults };

/** Providers in this folder find the packages that they import. */
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
let folder = '';

beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'faults-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** How `verify` must respond to a fault. */
function expectedOf({ breaks, undecided, missed }: Fault) {
  if (breaks === undefined || missed !== undefined) {
    return 'passes';
  }
  return undecided === undefined ? 'fails' : 'reports';
}

/** On a busy machine, a correct provider may need longer than the default. */
const patient = { timeout: 30_000 };

const isFailed = ({ verdict }: VerificationReport['requirements'][number]) => verdict === 'failed';

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
    'name and categoryId are returned as they were sent, with every character and digit',
    'the service assigns the id, even if the client sends one',
    'a pet with null as categoryId is rejected',
  ],
};

describe.for(frameworks)('$name', { concurrent: true }, (framework) => {
  const { name: frameworkName, missing } = framework;
  const fixed = exampleOf(framework, 'fixed');

  /** Starts a provider; returns a function that verifies it, or a section of it. */
  async function start(file: string, { onTestFinished, skip }: TestContext, options = {}) {
    skip(missing !== undefined, missing);
    const { url, apiKey, close } = await startRealProvider(framework, file);
    onTestFinished(close);
    return async (section?: string) => {
      const only = section === undefined ? {} : { only: section };
      return (await verify({ url, apiKey, ...options, ...only })).requirements;
    };
  }

  test('passes: the fixed provider', async (context) => {
    const run = await start(fixed, context, patient);

    expect((await run()).filter(isFailed)).toEqual([]);
  });

  test('fails: the natural provider', async (context) => {
    const run = await start(exampleOf(framework, 'natural'), context);

    const failed = (await run()).filter(isFailed).map(({ requirement }) => requirement);
    expect(failed).toEqual(expect.arrayContaining(found[frameworkName]));
  });

  for (const fault of faultsOf[frameworkName]) {
    const expected = expectedOf(fault);
    const why = fault.undecided ?? fault.missed;
    const title = `${expected}: ${fault.name}${why === undefined ? '' : ` (${why})`}`;
    test(title, async (context) => {
      const file = join(await mkdtemp(join(folder, frameworkName)), basename(fixed));
      await writeFile(file, plant(await readFile(fixed, 'utf8'), fault));
      const run = await start(file, context, expected === 'passes' ? patient : {});

      // Most are found in the section that they break, which takes a fraction of the time.
      if (expected === 'fails' && (await run(fault.breaks)).some(isFailed)) {
        return;
      }
      const requirements = await run();

      const failed = requirements.filter(isFailed);
      if (expected === 'fails') {
        expect(failed).not.toEqual([]);
      } else if (expected === 'reports') {
        const cases = requirements.flatMap((one) => one.cases);
        const reported = cases.filter(
          (one) => one.verdict !== 'passed' && !one.reason?.includes('only 100 would show it'),
        );
        expect(reported).not.toEqual([]);
      } else {
        expect(failed).toEqual([]);
      }
    });
  }
});

test('docs/providers.md counts the faults', () => {
  const faults = Object.values(faultsOf).flat();
  const broken = faults.filter(({ breaks }) => breaks !== undefined);
  const failed = broken.filter((fault) => expectedOf(fault) === 'fails');

  expect(readText('docs/providers.md')).toContain(
    `finds **${failed.length} of ${broken.length}**, and fails **0 of ${faults.length - broken.length}** permitted`,
  );
});
