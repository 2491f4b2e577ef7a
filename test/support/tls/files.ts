import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const read = (name: string) => readFileSync(new URL(`${name}`, import.meta.url));

/** A certificate for localhost and 127.0.0.1 that signs itself, and its key. */
export const pair = { cert: String(read('cert.pem')), key: String(read('key.pem')) };

/** A folder that is removed when the test ends. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a certificate and a key to files, as the options take them. */
export function writePair({ cert, key } = pair) {
  const folder = createFolder();
  const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(tlsCert, cert);
  writeFileSync(tlsKey, key);
  return { tlsCert, tlsKey };
}
