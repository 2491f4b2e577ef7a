import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** Creates a certificate that signs itself, for host names and IP addresses. */
export function createCertificate(names: readonly string[]): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const list = names.map((name) => `${isIP(name) > 0 ? 'IP' : 'DNS'}:${name}`).join(',');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const extension = ['-subj', '/CN=test', '-addext', `subjectAltName=${list}`];
  const files = ['-out', cert, '-keyout', key];
  execFileSync('openssl', ['req', '-x509', ...curve, ...extension, ...files], { stdio: 'pipe' });
  const pair = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

/** A folder that is removed when the test ends. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a certificate and a key to files, as the options take them. */
export function writePair({ cert, key }: KeyPair = createCertificate(['localhost', '127.0.0.1'])) {
  const folder = createFolder();
  const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(tlsCert, cert);
  writeFileSync(tlsKey, key);
  return { tlsCert, tlsKey };
}
