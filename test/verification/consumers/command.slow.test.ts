import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProvider } from '../providers.js';
import { openFolder } from '../reports.js';
import { flagsOf, verifyByCommand } from '../verifying.js';
import { formatPact, getPets } from './pacts.js';

/** Writes files into a folder, and returns a function that finds one. */
async function writeFiles(files: Readonly<Record<string, string>>) {
  const folder = await openFolder();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return (name = '') => join(folder, name);
}

const failing = { ...getPets, description: 'no pets', response: { status: 204 } };

test('verifies the pacts of a folder, says what it runs, and reports per consumer', async () => {
  const provider = await openProvider();
  const find = await writeFiles({
    'app.json': formatPact('2.0.0', [getPets], 'app'),
    'shop.json': formatPact('2.0.0', [getPets, failing], 'shop'),
    'notes.txt': 'no pact',
  });

  const args = [...flagsOf(provider), '--pact', find()];
  const { code, stdout, stderr } = await verifyByCommand(args);

  expect(code).toBe(1);
  expect(stderr).toContain(
    `Verifying ${provider.url} against 2 pacts, and not against the requirements of the interface`,
  );
  expect(stderr).toContain(`  shop: 2 interactions (${find('shop.json')})\n`);
  expect(stderr).toContain('No pets are created.');
  expect(stdout).toContain('app needs 1 interaction and gets it.');
  expect(stdout).toContain('shop needs 2 interactions and gets 1; 1 failed.');
  expect(stdout).toContain(
    ' ✗ no pets\n   request   GET /pets\n   expected  204\n   received  200 ',
  );
  expect(stdout).toContain('passes 1 of 2 pacts. It fails "shop".');
});

test('exits with 0 if all pacts pass, and with 2 if a state is unknown', async () => {
  const provider = await openProvider();
  const find = await writeFiles({
    'known.json': formatPact('2.0.0', [getPets]),
    'unknown.json': formatPact('2.0.0', [{ ...getPets, providerState: 'the shop is open' }]),
    'states.json': '{"the shop is open":[]}',
  });
  const verifyPact = (name: string, ...args: string[]) =>
    verifyByCommand([...flagsOf(provider), '--pact', find(name), ...args]);

  const known = await verifyPact('known.json');
  const unknown = await verifyPact('unknown.json');
  const mapped = await verifyPact('unknown.json', '--state-map', find('states.json'));

  expect([known.code, unknown.code, mapped.code]).toEqual([0, 2, 0]);
  expect(unknown.stdout).toContain('nobody knows the provider state "the shop is open"');
});
