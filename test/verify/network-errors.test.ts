import { expect, test } from 'vitest';
import { describeNetworkError } from '../../src/verify/send/network-errors.js';

/** An error as `fetch` throws it; OpenSSL's have a reason. */
const failed = (code: string, message: string, reason?: string) =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(message), { code, ...(reason && { reason }) }),
  });

test.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'packet length too long'],
])('%s means that the server does not use TLS', (code, reason) => {
  const error = failed(code, `80ACE1:error:0A00010B:SSL routines::${reason}:a.c:350:\n`, reason);

  expect(describeNetworkError(error)).toBe(
    'the server does not use TLS; for plain HTTP, use a URL that begins with http://',
  );
});

test("describes a failed handshake with OpenSSL's reason only", () => {
  const reason = 'tlsv1 alert protocol version';
  const error = failed('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', `80:error:0A:${reason}:\n`, reason);

  expect(describeNetworkError(error)).toBe(
    'the TLS handshake failed (tlsv1 alert protocol version)',
  );
});

test('suggests NODE_EXTRA_CA_CERTS only for an untrusted certificate', () => {
  const authority = /set NODE_EXTRA_CA_CERTS to the file of its authority$/;

  expect(
    describeNetworkError(failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')),
  ).toMatch(authority);
  expect(describeNetworkError(failed('CERT_HAS_EXPIRED', 'certificate has expired'))).toBe(
    'the certificate has expired',
  );
  expect(describeNetworkError(failed('ERR_TLS_CERT_ALTNAME_INVALID', 'not in the names'))).toBe(
    'the certificate is for another host (not in the names)',
  );
});
