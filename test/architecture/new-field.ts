/** Runs in a copy of the project whose spec has a field `tag`; prints what shows it, and what notices its loss. */
import { stringify } from 'lossless-json';
import { writeInteraction } from '../../src/contract/interaction.js';
import { requireCreated, requirements } from '../../src/document/requirements.js';
import { createSimulator } from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { runVerification } from '../../src/verify/run.js';
import type { Fetch } from '../../src/verify/send/client.js';
import { resolveOptions } from '../verify/providers/in-process.js';

const { apiKey, fetch } = createSimulator({ seed: 7, pets: 40 });
const options = resolveOptions({ url: 'http://localhost/v1', apiKey, rereadAfter: 0 });

/** Verifies a service that loses the tag in responses to a method. */
async function countFailed(method?: string): Promise<number> {
  const lose: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    const body = await response.text();
    const lost = init.method === method ? body.replace(/,"tag":"\w*"/g, '') : body;
    return new Response(lost || null, response);
  };
  const { requirements: all } = await runVerification(options, undefined, lose);
  return all.filter(({ verdict }) => verdict === 'failed').length;
}

const { fixture } = await learn(options, { pets: 5 }, undefined, fetch);
const [intact, create, read] = [
  await countFailed(),
  await countFailed('POST'),
  await countFailed('GET'),
];
const created = requireCreated({});
const { response: empty } = writeInteraction({ ...created, response: { status: 204 as 201 } });
const rules = stringify(requirements.map(writeInteraction))?.match(/"\$(\[\*\])?\.tag":/g);
const failed = { intact, create, read };
process.stdout.write(JSON.stringify({ fixture, failed, rules, empty }));
