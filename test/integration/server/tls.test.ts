import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { UsageError } from '../../../src/base/usage-error.js';
import { pair, writePair } from '../../support/files.js';
import { start } from '../../support/serve.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const otherKey = String(privateKey.export(pkcs8));
const ed25519Key = String(generateKeyPairSync('ed25519').privateKey.export(pkcs8));

test.each([
  ['a certificate that is no PEM', { cert: 'x' }, 'no start line'],
  ['the key of another certificate', { key: otherKey }, 'key values mismatch'],
  ['a key of another kind', { key: ed25519Key }, 'key values mismatch'],
])('rejects %s', async (_what, files, reason) => {
  const error = await start(writePair({ ...pair, ...files })).catch((problem) => problem);

  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toContain('--tls-cert, --tls-key: OpenSSL refuses the certificate in ');
  expect(error.message).toMatch(reason);
});

test('takes a certificate with a comment that is not UTF-8', async () => {
  const cert = Buffer.concat([
    Buffer.from('friendlyName: Müller\n', 'latin1'),
    Buffer.from(pair.cert),
  ]);

  await expect(start(writePair({ ...pair, cert: cert as never }))).resolves.toBeDefined();
});

test('rejects a file that does not exist', async () => {
  await expect(start({ ...writePair(), tlsKey: '/nowhere/key.pem' })).rejects.toThrow(
    "--tls-key: the file /nowhere/key.pem can't be read (ENOENT). Check its path.",
  );
});
