import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bits,
  integer,
  octets,
  oid,
  sequence,
  set,
  tagged,
  text,
  time,
  write,
  yes,
} from './der.js';

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const dayMilliseconds = 24 * 60 * 60 * 1_000;
/** Apple's systems trust certificates of servers for at most 825 days. */
const validDays = 800;

const commonName = '2.5.4.3';
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));

function readIpBytes(address: string): Buffer {
  if (isIP(address) === 4) {
    return Buffer.from(address.split('.').map(Number));
  }
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const toGroups = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [toGroups(head), toGroups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** A GeneralName of an alternative name (RFC 5280, 4.2.1.6): an IP address or a DNS name. */
const writeName = (name: string) =>
  isIP(name) > 0 ? write(0x87, readIpBytes(name)) : write(0x82, Buffer.from(name));

function writeExtensions(names: readonly string[]): Buffer {
  return sequence(
    // Not of an authority: who trusts it trusts these names, and no other certificate. A key usage would
    // have to allow signing certificates, or OpenSSL would not take it as its own issuer.
    sequence(oid('2.5.29.19'), yes, octets(sequence())),
    sequence(oid('2.5.29.37'), octets(sequence(oid('1.3.6.1.5.5.7.3.1')))),
    sequence(oid('2.5.29.17'), octets(sequence(...names.map(writeName)))),
  );
}

function formatPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/**
 * Creates a certificate that signs itself (X.509, RFC 5280). Node.js makes keys and signatures, but no
 * certificates; the libraries that do bring a dozen packages.
 *
 * @param names host names and IP addresses that it is valid for
 */
export function createCertificate(names: readonly string[], now = Date.now()): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(16);
  // Positive, and without leading zeros.
  serial[0] = 0x40 | ((serial[0] as number) & 0x3f);
  const owner = text('animal-store-simulator');
  const distinguishedName = sequence(set(sequence(oid(commonName), owner)));
  const certificate = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    distinguishedName,
    // Clocks of containers and virtual machines may be late.
    sequence(
      time(new Date(now - dayMilliseconds)),
      time(new Date(now + validDays * dayMilliseconds)),
    ),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, writeExtensions(names)),
  );
  const signature = sign('sha256', certificate, privateKey);
  return {
    cert: formatPem('CERTIFICATE', sequence(certificate, ecdsaWithSha256, bits(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
