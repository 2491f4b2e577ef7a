import { expect, test } from 'vitest';
import { brokenVariants } from '../providers/broken.js';
import { start } from '../support/command.js';
import { openHttp, openProvider, variantNamed } from './providers.js';
import { flagsOf, linesOf, verifyByCommand } from './verifying.js';

/** The rows of the table below the report: held, broken and not proved of each section. */
function tableOf(report: string) {
  const rows = [...report.matchAll(/^(\S.*?) +(\d+) +(\d+) +(\d+)$/gm)];
  return rows.map(([, name = '', ...counts]) => ({ name, counts: counts.map(Number) }));
}

/** How many promises are listed with that mark. */
const marked = (report: string, mark: string) =>
  report.split('\n').filter((line) => line.startsWith(`  ${mark} `)).length;

test('a simulator keeps every promise, and the exit code is 0', async () => {
  const { url } = await start();

  const { code, stdout } = await verifyByCommand(flagsOf({ url, apiKey: 'test-key' }));

  expect(code).toBe(0);
  expect(marked(stdout, '✗') + marked(stdout, '?')).toBe(0);
  expect(stdout).toMatch(
    /keeps (\d+) of \1 promises of the interface\. \d+ pets were created, in \d+\.\d s\.\n$/,
  );
});

test('a provider that breaks a promise gets the exit code 1', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

  const { code, stdout } = await verifyByCommand(flagsOf(provider));

  expect(code).toBe(1);
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^http:\S+\/v1 breaks [1-9]\d* of \d+ promises of the interface\. /,
  );
});

test('a law that is broken is shown with its request, the document, what was expected and what came', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

  const { stdout } = await verifyByCommand(flagsOf(provider));

  expect(linesOf(stdout, 'every answer is JSON, sent as application/json')).toEqual([
    'sent      GET /pets',
    'document  “Requests and responses are JSON (`application/json`).” (section 1)',
    'expected  200 with JSON',
    'came      the content type is "text/html", and has to be application/json (section 1): ' +
      '200 <!DOCTYPE html><html><body><h1>Our pets</h1></body></html>',
  ]);
});

test('an interaction that is broken is shown in the same way', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'created-pet-as-xml'));

  const { stdout } = await verifyByCommand(flagsOf(provider));

  const [sent, document, expected, came] = linesOf(stdout, 'a new pet without a status is added');
  expect(sent).toMatch(
    /^sent {6}POST \/pets \{"categoryId":\d+,"name":"animal-store verify: Rex"\}$/,
  );
  expect(document).toBe(
    'document  “201 | Pet | Animal added; the body carries the assigned `id`.” (section 4.2)',
  );
  expect(expected).toBe('expected  201 with the Pet');
  expect(came).toMatch(/^came {6}.*text\/xml.*: 201 <pet><id>31<\/id><\/pet>$/);
});

test('where the HTTP status is another, an interaction shows that and nothing else', async () => {
  const url = await openHttp((_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end('out of order');
  });

  const { stdout } = await verifyByCommand(flagsOf({ url, apiKey: 'key' }));

  const [, , expected, came] = linesOf(stdout, 'a body that is a number is refused');
  expect(expected).toBe('expected  400 with an Error');
  expect(came).toBe('came      500 out of order');
});

test('the table at the end adds up, section by section', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

  const { stdout } = await verifyByCommand([...flagsOf(provider), '--read-only']);

  const rows = tableOf(stdout);
  const all = rows.pop();
  const sums = [0, 1, 2].map((column) =>
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
  expect(sums).toEqual(['✓', '✗', '?'].map((mark) => marked(stdout, mark)));
  expect(Math.min(...sums)).toBeGreaterThan(0);
});

test('what is not proved says why', async () => {
  const provider = await openProvider();

  const { stdout } = await verifyByCommand([...flagsOf(provider), '--read-only']);

  expect(linesOf(stdout, 'a new pet without a status is added')).toEqual([
    'not proved: it takes a createPet, and --read-only was asked for',
  ]);
});

test('the report alone goes to standard output, and no escape sequence into a file', async () => {
  const provider = await openProvider();

  const { stdout, stderr } = await verifyByCommand([...flagsOf(provider), '--read-only']);

  expect(stdout).toMatch(/^1 What the service does\n/);
  expect(stderr).toMatch(/^Holding http:\S+\/v1 to \d+ promises .* Nothing is created\.\n$/);
  expect(stdout + stderr).not.toContain('\u001b');
});
