import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { readFileAtOnce } from '../options/read-file.js';
import { UsageError } from '../options/usage-error.js';
import type { KeyPair } from './certificate.js';
import { loadOwnCertificate } from './own-certificate.js';

/** The certificate of a server that uses HTTPS. */
export interface ServerCertificate {
  /** The file that it was read from. */
  readonly path: string;
  readonly pem: string;
  /** Its SHA-256 fingerprint: `AB:CD:…`. */
  readonly fingerprint: string;
  /** Whether the simulator made it, so that no client trusts it by itself. */
  readonly selfMade: boolean;
}

/** What a server needs for HTTPS. */
export interface ServerIdentity extends KeyPair {
  readonly certificate: ServerCertificate;
}

/** The options that name a certificate. */
interface IdentityOptions {
  readonly host: string;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
}

/** Maximum size of a file with certificates or a key. */
const maxBytes = 1024 ** 2;

function readText(flag: string, path: string): string {
  const describe = (problem: string) => `${flag}: the file ${path} ${problem}. Check its path.`;
  return new TextDecoder().decode(readFileAtOnce({ path, maxBytes, describe }));
}

function readCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new UsageError(
      `--tls-cert: the file ${path} must have a certificate as PEM (-----BEGIN CERTIFICATE-----).`,
    );
  }
}

function readKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UsageError(
      `--tls-key: the file ${path} must have a private key as PEM (-----BEGIN PRIVATE KEY-----), without a passphrase.`,
    );
  }
}

function describeCertificate(pem: string, path: string, selfMade: boolean): ServerCertificate {
  const { fingerprint256: fingerprint } = readCertificate(pem, path);
  return { path, pem, fingerprint, selfMade };
}

function readIdentity(certPath: string, keyPath: string): ServerIdentity {
  const cert = readText('--tls-cert', certPath);
  const key = readText('--tls-key', keyPath);
  if (!readCertificate(cert, certPath).checkPrivateKey(readKey(key, keyPath))) {
    throw new UsageError(
      `--tls-key: the key in ${keyPath} is not that of the certificate in ${certPath}. Name two files that belong together.`,
    );
  }
  try {
    // What is left to find: a key that is too short, and wrong certificates behind the first.
    createSecureContext({ cert, key });
  } catch (error) {
    throw new UsageError(
      `--tls-cert: OpenSSL refuses the certificate in ${certPath}: ${(error as Error).message}. Make another one.`,
    );
  }
  return { cert, key, certificate: describeCertificate(cert, resolve(certPath), false) };
}

/**
 * Reads the certificate and key that the options name, or those that the simulator made.
 *
 * @throws {UsageError} when they can't be read, made or used
 */
export async function loadIdentity({
  host,
  tlsCert,
  tlsKey,
}: IdentityOptions): Promise<ServerIdentity> {
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return readIdentity(tlsCert, tlsKey);
  }
  const { path, ...pair } = await loadOwnCertificate(host);
  return { ...pair, certificate: describeCertificate(pair.cert, path, true) };
}
