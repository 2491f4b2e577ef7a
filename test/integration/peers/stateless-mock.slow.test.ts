import { expect, onTestFinished, test } from 'vitest';
import { document } from '../../../src/document/generated/document.js';
import { startPrism } from './start-prism.js';

test('a stateless mock serves the list of pets from the spec', async () => {
  const prism = await startPrism('mock', 'spec/animal-store.openapi.yaml');
  onTestFinished(() => prism.stop());

  const response = await fetch(`${prism.url}/pets`, {
    headers: { Authorization: 'Bearer any-key' },
  });

  const { examples } = document.paths['/pets'].get.responses[200].content['application/json'];
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(examples['some-pets'].value);
});
