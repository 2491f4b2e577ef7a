import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describePacts } from '../../src/verify/pact/files.js';
import { createFolder } from '../support/files.js';

const pact = { provider: { name: 'payment' }, interactions: [{}] };
const metadata = { plugins: [{ name: 'csv', version: '0.0.6' }] };

test.for([
  ['text', 'no', 'FILE is not JSON: JSON value expected'],
  ['a byte order mark', `\ufeff${JSON.stringify(pact)}`, 'FILE begins with a byte order mark'],
  ['null', null, 'FILE is not a pact, or has no interactions.'],
  ['other JSON', { name: 'shop' }, 'FILE is not a pact, or has no interactions.'],
  ['no interactions', { ...pact, interactions: [] }, 'FILE is not a pact, or has no interactions.'],
  ['messages', { messages: [{}] }, undefined, 'FILE has the provider "undefined".'],
  ['interactions', pact, undefined, 'FILE has the provider "payment".'],
  ['a plugin', { ...pact, metadata }, undefined, 'requires the Pact plugin csv 0.0.6.'],
] as const)('describes a file with %s', ([, content, always, ifUnverified = always]) => {
  const folder = createFolder();
  const file = join(folder, 'a.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const toExpected = (text?: string) =>
    text === undefined ? [] : [expect.stringContaining(text.replace('FILE', file))];

  expect(describePacts([file], true)).toEqual(toExpected(always));
  expect(describePacts([folder], false)).toEqual(toExpected(ifUnverified));
});

test('names a folder that is empty, and one that Pact skips', () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'shop'));

  const [skipped, ...others] = describePacts([folder, join(folder, 'shop')], true);

  expect(skipped).toMatch(/shop can't be read \(EISDIR\)/);
  expect(others).toEqual([`${join(folder, 'shop')} is an empty folder.`]);
});
