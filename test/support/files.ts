import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const read = (name: string) => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');

/** A certificate for localhost and 127.0.0.1 that signs itself, and its key. */
export const pair: KeyPair = { cert: read('cert.pem'), key: read('key.pem') };

/** A folder that is removed when the test ends. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a certificate and a key to files, as the options take them. */
export function writePair({ cert, key }: KeyPair = pair) {
  const folder = createFolder();
  const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(tlsCert, cert);
  writeFileSync(tlsKey, key);
  return { tlsCert, tlsKey };
}
