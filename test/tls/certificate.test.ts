import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificate } from '../../src/tls/certificate.js';

const names = [
  'localhost',
  '127.0.0.1',
  '::1',
  'my-host.example',
  '2001:db8::7:8',
  '::ffff:1.2.3.4',
];

test.each(names)('is valid for %s and not for others', (name) => {
  const certificate = new X509Certificate(createCertificate(names).cert);

  expect(certificate.checkHost(name) ?? certificate.checkIP(name)).toBe(name);
  expect(certificate.checkHost('other.example')).toBeUndefined();
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
});

test('signs itself with its key, and no other certificate', () => {
  const { cert, key } = createCertificate(['localhost']);
  const certificate = new X509Certificate(cert);

  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
});

test('is valid for less than 825 days, also after 2049', () => {
  for (const now of ['2026-11-22T10:00:00Z', '2049-06-01T00:00:00Z']) {
    const certificate = new X509Certificate(createCertificate(['localhost'], Date.parse(now)).cert);
    const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];

    expect(from).toBeLessThan(Date.parse(now));
    expect((to - from) / 86_400_000).toBe(801);
  }
});
