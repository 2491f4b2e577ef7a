import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSimulator, UsageError } from '../../src/index.js';
import { createCertificate, writePair } from '../support/certificate.js';

/** The message of a start with these files. */
async function startError(files: ReturnType<typeof writePair>): Promise<string> {
  const error = await startSimulator(files).catch((reason) => reason);
  expect(error).toBeInstanceOf(UsageError);
  return error.message;
}

test('rejects a certificate that is no PEM', async () => {
  const files = writePair();
  writeFileSync(files.tlsCert, 'nonsense');

  expect(await startError(files)).toBe(
    `--tls-cert: the file ${files.tlsCert} must have a certificate as PEM (-----BEGIN CERTIFICATE-----).`,
  );
});

test('rejects a key that is no PEM', async () => {
  const files = writePair();
  writeFileSync(files.tlsKey, 'nonsense');

  expect(await startError(files)).toBe(
    `--tls-key: the file ${files.tlsKey} must have a private key as PEM (-----BEGIN PRIVATE KEY-----), without a passphrase.`,
  );
});

test('rejects a key with a passphrase', async () => {
  const files = writePair();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  writeFileSync(files.tlsKey, privateKey.export(locked));

  expect(await startError(files)).toContain('without a passphrase.');
});

test('rejects the key of another certificate', async () => {
  const files = writePair();
  writeFileSync(files.tlsKey, createCertificate(['localhost']).key);

  expect(await startError(files)).toBe(
    `--tls-key: the key in ${files.tlsKey} is not that of the certificate in ${files.tlsCert}. Name two files that belong together.`,
  );
});

test('rejects a wrong certificate behind the first', async () => {
  const pair = createCertificate(['localhost']);
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const files = writePair({ ...pair, cert: `${pair.cert}${broken}` });

  expect(await startError(files)).toContain('OpenSSL refuses the certificate');
});

test('rejects a file that does not exist', async () => {
  expect(await startError({ ...writePair(), tlsKey: '/nowhere/key.pem' })).toBe(
    "--tls-key: the file /nowhere/key.pem can't be read (ENOENT). Check its path.",
  );
});
