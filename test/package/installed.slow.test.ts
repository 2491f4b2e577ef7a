import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { openInstalled, runNode, runProgram } from './packed.js';

const folder = await openInstalled();
afterAll(() => folder.remove());

/** Starts a simulator, and verifies it with the package by npx. */
async function verifyByPackage(...args: readonly string[]) {
  const { url, apiKey, close } = await startSimulator({ fixture: 'empty' });
  onTestFinished(() => close());
  const flags = ['--url', url, '--api-key', apiKey, ...args];
  return runProgram(folder.path, 'npx', ['animal-store', 'verify', ...flags]);
}

test('an import prints nothing and leaves nothing running', async () => {
  const program = "import 'animal-store-simulator';";

  const outcome = await runNode(folder.path, ['--input-type=module', '--eval', program]);

  expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('verifies a running simulator by npx without the optional peers, and writes JUnit XML', async () => {
  const { code, stdout, stderr } = await verifyByPackage('--junit', 'report.xml');

  expect(stdout).toMatch(/passes \d+ of \d+ requirements of the interface; 1 inconclusive/);
  expect(code, stderr).toBe(0);
  const report = await readFile(join(folder.path, 'report.xml'), 'utf8');
  expect(report).toMatch(/^<\?xml.*<testsuites/s);
});

// The optional peers that the commands load are not among what is installed.
test('names the missing Pact verifier before it verifies the pacts of consumers', async () => {
  const contracts = 'node_modules/animal-store-simulator/contracts';

  const { code, stderr } = await verifyByPackage('--pact', contracts);

  expect(code).toBe(3);
  expect(stderr).toContain('Run npm install --save-dev @pact-foundation/pact-cli@18.');
});

test.for([
  ['start --store valkey://a', 'Run npm install iovalkey@0.4.'],
  ['mcp', 'Run npm install --save-dev @modelcontextprotocol/server@2.'],
] as const)('%s names the missing package', async ([flags, fix]) => {
  const command = 'node_modules/animal-store-simulator/dist/main.cjs';

  const { code, stderr } = await runNode(folder.path, [command, ...flags.split(' ')]);

  expect(code).toBe(3);
  expect(stderr).toContain(fix);
});

test('no installed package has an install script', async () => {
  const lock = await readFile(join(folder.path, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };

  const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);
  expect(Object.keys(packages)).toContain('node_modules/animal-store-simulator');
  expect(withScript).toEqual([]);
  // npm warns of `prepare`, too, although it runs it in a checkout alone.
  const manifest = join(folder.path, 'node_modules/animal-store-simulator/package.json');
  const { scripts } = JSON.parse(await readFile(manifest, 'utf8')) as { scripts: object };
  expect(Object.keys(scripts)).not.toContain('prepare');
});
