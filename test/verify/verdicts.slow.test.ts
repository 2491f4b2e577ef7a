import { expect, test } from 'vitest';
import { start } from '../support/command.js';
import { openProvider, serviceOf } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { flagsOf, linesOf, verifyByCommand } from './verifying.js';

test('the simulator passes every requirement that its few pets can show: exit code 0', async () => {
  const { url } = await start();

  const { code, stdout } = await verifyByCommand(flagsOf({ url, apiKey: 'test-key' }));

  expect(code).toBe(0);
  expect(stdout).toMatch(
    /passes \d+ of \d+ requirements of the interface; 1 inconclusive\. Created pets: \d+\. Duration: \d+\.\d s\.\n$/,
  );
});

test('a provider that fails a requirement: exit code 1, and the exchange that shows it', async () => {
  const provider = await openProvider(serviceOf(brokenVariants, 'A list is an HTML page.'));

  const { code, stdout, stderr } = await verifyByCommand(flagsOf(provider));

  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain(provider.apiKey);
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^http:\S+\/v1 fails [1-9]\d* of \d+ requirements of the interface; \d+ passed; \d+ inconclusive\. /,
  );
  const lines = linesOf(
    stdout,
    'every response is JSON with the content type application/json, whatever the request accepts',
  );
  expect(lines.slice(0, 7)).toEqual([
    '1. the content type must be application/json (listPets)',
    'request   GET /pets',
    'document  “200 | Pets (JSON array of Pet) | A page of animals.” (section 4.1)',
    expect.stringMatching(/^expected {2}(?:200 with (?:JSON|Pets)|a response in JSON)$/),
    'problem   the content type must be application/json (section 1); got "text/html"',
    'received  200 <!DOCTYPE html><html><body><h1>Our pets</h1></body></html>',
    `repeat    curl -i '${provider.url}/pets' -H 'Accept: application/json' -H 'Authorization: Bearer '"$ANIMAL_STORE_API_KEY"`,
  ]);
});

test('standard output has only the report, without escape sequences', async () => {
  const provider = await openProvider();

  const { stdout, stderr } = await verifyByCommand([...flagsOf(provider), '--read-only']);

  expect(
    linesOf(stdout, 'createPet returns a pet without a status as it was sent, with an id')[0],
  ).toBe('? inconclusive: testing it needs createPet, which --read-only excludes');
  expect(stderr).toMatch(
    /^Verifying http:\S+\/v1 against \d+ requirements .* No pets are created\.\n$/,
  );
  expect(stdout + stderr).not.toContain('\u001b');
});

test('a provider that cannot be reached: exit code 3 and one line', async () => {
  const args = flagsOf({ url: 'http://127.0.0.1:65534/v1', apiKey: 'some-key' });

  const { code, stdout } = await verifyByCommand(args);

  expect(code).toBe(3);
  expect(stdout).toMatch(/^http:\S+ could not be verified\. .*ECONNREFUSED.*\n$/);
});
