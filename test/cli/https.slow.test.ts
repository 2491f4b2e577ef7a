import { X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCertificate } from '../../src/tls/certificate.js';
import { run, start } from '../support/command.js';
import { createFolder } from '../tls/files.js';

/** A home folder of its own, in which the simulator keeps its certificate. */
const createEnvironment = () => ({ HOME: createFolder(), NODE_EXTRA_CA_CERTS: '' });

/** Prints the status of GET /pets; `fetch` trusts what NODE_EXTRA_CA_CERTS names. */
const script = `
const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + key } }).then(
  ({ status }) => console.log(url.slice(0, 8), status),
  ({ cause }) => console.log(cause.code),
);
`;
const command = ['--', process.execPath, '-e', script];

test('--https prints where the certificate is, and curl with it', async () => {
  const environment = createEnvironment();

  const { line, finished, child } = await start(['--https'], { environment });
  child.kill('SIGTERM');

  const path = join(environment.HOME, '.animal-store-simulator', 'localhost', 'cert.pem');
  expect(line).toMatch(/ready at https:\/\/127\.0\.0\.1:\d+\/v1 .* try: curl --cacert /);
  expect(line).toContain(`--cacert ${path} -H`);
  expect((await finished).stdout.split('\n')[1]).toMatch(
    new RegExp(
      `^Its certificate has the SHA-256 fingerprint [0-9A-F:]{95}\\. Programs of Node\\.js trust it with NODE_EXTRA_CA_CERTS=${path}$`,
    ),
  );
});

test('exec has its command trust the certificate', async () => {
  const environment = createEnvironment();

  const { code, stdout } = await run(['exec', '--https', ...command], { environment }).finished;

  expect([code, stdout]).toEqual([0, 'https:// 200\n']);
});

test('exec keeps the certificates that the user trusts', async () => {
  const environment = { ...createEnvironment(), NODE_EXTRA_CA_CERTS: '/nowhere.pem' };

  const { stdout } = await run(['exec', '--https', ...command], { environment }).finished;

  expect(stdout).toBe('DEPTH_ZERO_SELF_SIGNED_CERT\n');
});

/** The fingerprint that a start prints. */
async function readFingerprint(environment: Record<string, string>): Promise<string> {
  const { child, finished } = await start(['--https'], { environment });
  child.kill('SIGTERM');
  return / fingerprint (\S+)\. /.exec((await finished).stdout)?.[1] ?? '';
}

test('the certificate stays the same, also when simulators start together', async () => {
  const environment = createEnvironment();

  const together = await Promise.all([1, 2, 3].map(() => readFingerprint(environment)));
  const later = await readFingerprint(environment);

  expect(later).not.toBe('');
  expect(new Set([...together, later]).size).toBe(1);
});

test('a certificate that ends soon is made anew', async () => {
  const environment = createEnvironment();
  const folder = join(environment.HOME, '.animal-store-simulator', 'localhost');
  mkdirSync(folder, { recursive: true });
  const { cert, key } = createCertificate(['localhost'], Date.parse('2020-01-01'));
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);

  const fingerprint = await readFingerprint(environment);

  expect(fingerprint).toHaveLength(95);
  expect(fingerprint).not.toBe(new X509Certificate(cert).fingerprint256);
});

test('only the user may read the key', async () => {
  const environment = createEnvironment();
  await readFingerprint(environment);

  const folder = join(environment.HOME, '.animal-store-simulator', 'localhost');

  expect(readdirSync(folder).sort()).toEqual(['cert.pem', 'key.pem']);
  expect(statSync(join(folder, 'key.pem')).mode & 0o077).toBe(0);
});

test('a certificate is valid for the host that the simulator listens on', async () => {
  const environment = createEnvironment();
  const args = ['--https', '--host', '127.0.0.2'];

  const { code, stdout } = await run(['exec', ...args, ...command], { environment }).finished;

  expect([code, stdout]).toEqual([0, 'https:// 200\n']);
});

test('a home folder that takes no files is a clear error', async () => {
  const environment = { HOME: '/dev/null' };

  const { code, stderr } = await run(['--port', '0', '--https'], { environment }).finished;

  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^--https keeps its certificate in \S+, which can't be used: .+ Remove it or make it writable, or pass --tls-cert and --tls-key\.\n$/,
  );
});
