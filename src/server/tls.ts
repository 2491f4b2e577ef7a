import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readInputFile } from '../options/files.js';
import { UsageError } from '../options/usage-error.js';

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

function readText(flag: string, path: string): string {
  const describe = (problem: string) => `${flag}: the file ${path} ${problem}. Check its path.`;
  return new TextDecoder().decode(readInputFile(path, describe));
}

/** Parses a text; an error is one of usage. */
function parse<Parsed>(text: string, read: (text: string) => Parsed, message: string): Parsed {
  try {
    return read(text);
  } catch {
    throw new UsageError(message);
  }
}

/**
 * Reads the certificate and the key of a server that uses HTTPS.
 *
 * @throws {UsageError} when they can't be read or used
 */
export function readIdentity(certPath: string, keyPath: string): KeyPair {
  const cert = readText('--tls-cert', certPath);
  const key = readText('--tls-key', keyPath);
  const certificate = parse(
    cert,
    (text) => new X509Certificate(text),
    `--tls-cert: the file ${certPath} must have a certificate as PEM (-----BEGIN CERTIFICATE-----).`,
  );
  const privateKey = parse(
    key,
    createPrivateKey,
    `--tls-key: the file ${keyPath} must have a private key as PEM (-----BEGIN PRIVATE KEY-----), without a passphrase.`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
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
  return { cert, key };
}
