import { expect, test } from 'vitest';
import { start } from '../support/command.js';
import { openProvider, variantNamed } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { flagsOf, linesOf, verifyByCommand } from './verifying.js';

/** The rows of the table: passed, advice, inconclusive and failed per section. */
function tableOf(report: string) {
  const rows = [...report.matchAll(/^(\S.*?) +(\d+) +(\d+) +(\d+) +(\d+)$/gm)];
  return rows.map(([, name = '', ...counts]) => ({ name, counts: counts.map(Number) }));
}

/** Counts the requirements whose worst mark is this one: their cases may have several. */
function marked(report: string, mark: string): number {
  const lines = [...report.matchAll(/^ {3}(.) \S+ +(.*?)(?: \((?:all|\d+ of) .*)?$/gm)];
  const worst = new Map<string, string>();
  for (const one of ['!', '?', '✗']) {
    for (const [, found, requirement = ''] of lines) {
      if (found === one) {
        worst.set(requirement, one);
      }
    }
  }
  return [...worst.values()].filter((one) => one === mark).length;
}

test('the simulator passes every requirement: exit code 0', async () => {
  const { url } = await start();

  const { code, stdout } = await verifyByCommand(flagsOf({ url, apiKey: 'test-key' }));

  expect(code).toBe(0);
  expect(marked(stdout, '✗') + marked(stdout, '?')).toBe(0);
  expect(stdout).toMatch(
    /passes (\d+) of \1 requirements of the interface\. Created pets: \d+\. Duration: \d+\.\d s\.\n$/,
  );
});

test('a provider that fails a requirement: exit code 1, and the exchange that shows it', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

  const { code, stdout } = await verifyByCommand(flagsOf(provider));

  expect(code).toBe(1);
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^http:\S+\/v1 fails [1-9]\d* of \d+ requirements of the interface; \d+ passed\. /,
  );
  const lines = linesOf(
    stdout,
    'every response is JSON with the content type application/json, whatever the request accepts',
  );
  expect(lines.slice(0, 7)).toEqual([
    '1. the content type must be application/json (listPets)',
    'request   GET /pets',
    'document  “Requests and responses are JSON (`application/json`).” (section 1)',
    expect.stringMatching(/^expected {2}(?:200 with (?:JSON|Pets)|a response in JSON)$/),
    'problem   the content type must be application/json (section 1); got "text/html"',
    'received  200 <!DOCTYPE html><html><body><h1>Our pets</h1></body></html>',
    `repeat    curl -i '${provider.url}/pets' -H 'Accept: application/json' -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"`,
  ]);
});

test('the table adds up', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

  const { stdout } = await verifyByCommand([...flagsOf(provider), '--read-only']);

  const rows = tableOf(stdout);
  const all = rows.pop();
  const sums = [0, 1, 2, 3].map((column) =>
    rows.reduce((sum, { counts }) => sum + (counts[column] ?? 0), 0),
  );
  expect(rows.map(({ name }) => name.split(' ')[0])).toEqual([
    '1',
    '2',
    '3',
    '4',
    '4.1',
    '4.2',
    '4.3',
    '5',
    '7',
    '8',
  ]);
  expect(all).toEqual({ name: 'all', counts: sums });
  expect(sums.slice(1)).toEqual(['!', '?', '✗'].map((mark) => marked(stdout, mark)));
  expect(sums.filter((sum) => sum > 0)).toHaveLength(3);
});

test('standard output has only the report, without escape sequences', async () => {
  const provider = await openProvider();

  const { stdout, stderr } = await verifyByCommand([...flagsOf(provider), '--read-only']);

  expect(linesOf(stdout, 'createPet accepts a pet without a status')[0]).toBe(
    '? inconclusive: testing it needs createPet, which --read-only excludes',
  );
  expect(stderr).toMatch(
    /^Verifying http:\S+\/v1 against \d+ requirements .* No pets are created\.\n$/,
  );
  expect(stdout + stderr).not.toContain('\u001b');
});
