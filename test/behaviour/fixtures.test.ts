import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultFixture } from '../../scripts/default-fixture.js';
import { readText } from '../../scripts/doc-tables.js';
import { fixtureNames } from '../../src/options/fixture-names.js';
import { openFetch } from '../support/behaviour.js';

const fixturesFolder = new URL('../../fixtures/', import.meta.url);

const textOf = (fixture: string) => readText(`fixtures/${fixture}.json`);

/** A fixture's text without line breaks, and its strings as JSON writes them; digits stay digits. */
function canonical(text: string): string {
  const oneLine = text.replace(/\n */g, '');
  return oneLine.replace(/"(?:[^"\\]|\\.)*"/g, (string) => JSON.stringify(JSON.parse(string)));
}

test('generates fixtures/default.json', async () => {
  expect(await defaultFixture()).toBe(textOf('default'));
});

test('names every file of fixtures/', () => {
  expect(readdirSync(fixturesFolder).sort()).toEqual(fixtureNames.map((name) => `${name}.json`));
});

test.for(fixtureNames)('lists the fixture %s byte by byte, and gets its pets', async (name) => {
  const client = await openFetch({ fixture: name, clock: '2030-01-01' });
  const text = textOf(name);

  const answer = await client.get('/pets?limit=100');

  expect([answer.status, answer.text]).toEqual([200, canonical(text)]);
  for (const line of text.match(/\{.*\}/g) ?? []) {
    const id = /"id":(-?\d+)/.exec(line)?.[1];
    expect((await client.get(`/pets/${id}`)).text).toBe(canonical(line));
  }
});
