import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCertificate, type KeyPair } from '../../src/tls/certificate.js';

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
