import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { UsageError } from '../../../src/options/usage-error.js';
import { readIdentity } from '../../../src/server/tls.js';
import { pair, writePair } from '../../support/tls/files.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const otherKey = String(privateKey.export(pkcs8));
const lockedKey = privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' });
const brokenCert = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

test('reads a certificate and its key', () => {
  const { tlsCert, tlsKey } = writePair();

  expect(readIdentity(tlsCert, tlsKey)).toEqual(pair);
});

test.each([
  ['a certificate that is no PEM', { cert: 'x' }, /^--tls-cert: .* must have a certificate as PEM/],
  ['a key that is no PEM', { key: 'x' }, /^--tls-key: .* must have a private key as PEM/],
  ['a key with a passphrase', { key: String(lockedKey) }, /without a passphrase\.$/],
  ['the key of another certificate', { key: otherKey }, /is not that of the certificate in/],
  ['a broken certificate behind', { cert: pair.cert + brokenCert }, /OpenSSL refuses the cert/],
])('rejects %s', (_what, files, message) => {
  const { tlsCert, tlsKey } = writePair({ ...pair, ...files });

  expect(() => readIdentity(tlsCert, tlsKey)).toThrow(UsageError);
  expect(() => readIdentity(tlsCert, tlsKey)).toThrow(message);
});

test('rejects a file that does not exist', () => {
  expect(() => readIdentity(writePair().tlsCert, '/nowhere/key.pem')).toThrow(
    "--tls-key: the file /nowhere/key.pem can't be read (ENOENT). Check its path.",
  );
});
