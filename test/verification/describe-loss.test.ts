import { expect, test } from 'vitest';
import { describeLoss } from '../../src/verification/provider/transport.js';

/** An error as `fetch` throws it; OpenSSL's have a reason. */
const failed = (code: string, message: string, reason?: string) =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(message), { code, ...(reason && { reason }) }),
  });

test.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'packet length too long'],
])('%s says that no TLS is spoken, and nothing of certificates', (code, reason) => {
  const error = failed(code, `80ACE1:error:0A00010B:SSL routines::${reason}:a.c:350:\n`, reason);

  expect(describeLoss(error, 5_000)).toBe(
    'no TLS is spoken there; if it is plain HTTP, give the address with http://',
  );
});

test("a handshake that fails is told in OpenSSL's words, without its numbers", () => {
  const reason = 'tlsv1 alert protocol version';
  const error = failed('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', `80:error:0A:${reason}:\n`, reason);

  expect(describeLoss(error, 5_000)).toBe(
    'no TLS connection came about (tlsv1 alert protocol version)',
  );
});

test('an authority is asked for only where the certificate is not trusted', () => {
  const authority = /name its authority with NODE_EXTRA_CA_CERTS$/;

  expect(
    describeLoss(failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 5_000),
  ).toMatch(authority);
  expect(describeLoss(failed('CERT_HAS_EXPIRED', 'certificate has expired'), 5_000)).toBe(
    'the certificate has expired',
  );
  expect(describeLoss(failed('ERR_TLS_CERT_ALTNAME_INVALID', 'not in the names'), 5_000)).toBe(
    'the certificate is for another host (not in the names)',
  );
});
