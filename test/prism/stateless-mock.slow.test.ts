import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { document } from '../../src/engine/generated/document.js';
import { root, startPrism } from './start-prism.js';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The arguments of `npm run mock:stateless`, less its port: a test takes a free one. */
function mockArguments(): string[] {
  const [command, ...args] = (scripts['mock:stateless'] ?? '').split(' ');
  expect(command).toBe('prism');
  const port = args.indexOf('--port');
  expect(port).toBeGreaterThan(0);
  return args.toSpliced(port, 2);
}

test('npm run mock:stateless serves the list of pets from the spec', async () => {
  const prism = await startPrism(...mockArguments());
  onTestFinished(() => prism.stop());

  const response = await fetch(`${prism.url}/pets`, {
    headers: { Authorization: 'Bearer any-key' },
  });

  const { examples } = document.paths['/pets'].get.responses[200].content['application/json'];
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(examples['some-pets'].value);
});
