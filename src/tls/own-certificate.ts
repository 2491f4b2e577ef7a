import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../options/usage-error.js';
import { createCertificate, type KeyPair } from './certificate.js';

/** A certificate that the simulator made, and its file. */
interface OwnCertificate extends KeyPair {
  readonly path: string;
}

/** Names for this machine; a server that listens on all addresses has them, too. */
const localNames = ['localhost', '127.0.0.1', '::1'];
const anyAddress = ['0.0.0.0', '::'];
/** A certificate that ends sooner is made anew, so that no long run outlives it. */
const minDaysLeft = 30;

const files = { cert: 'cert.pem', key: 'key.pem' };

async function readPair(folder: string): Promise<KeyPair> {
  const [cert, key] = await Promise.all([
    readFile(join(folder, files.cert), 'utf8'),
    readFile(join(folder, files.key), 'utf8'),
  ]);
  return { cert, key };
}

/** Whether a pair belongs together and is valid for a while. */
function isUsable({ cert, key }: KeyPair): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const left = Date.parse(certificate.validTo) - Date.now();
    return (
      left > minDaysLeft * 24 * 60 * 60 * 1_000 &&
      certificate.checkPrivateKey(createPrivateKey(key))
    );
  } catch {
    return false;
  }
}

/** Creates a folder as a whole: simulators that start at the same time all use that of the first. */
async function createFolder(folder: string, { cert, key }: KeyPair): Promise<void> {
  const temporary = `${folder}.${randomUUID()}`;
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    await writeFile(join(temporary, files.cert), cert);
    await writeFile(join(temporary, files.key), key, { mode: 0o600 });
    await rename(temporary, folder).catch(async (error) => {
      // Another simulator was faster.
      await readPair(folder).catch(() => {
        throw error;
      });
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Reads the certificate that the simulator made for a host, or makes it. It stays in the home folder, so
 * that clients need to trust it only once.
 *
 * @throws {UsageError} when the home folder takes no files
 */
export async function loadOwnCertificate(host: string): Promise<OwnCertificate> {
  const isLocal = localNames.includes(host) || anyAddress.includes(host);
  const names = isLocal ? localNames : [...localNames, host];
  // A name of its own, also for a host such as `..`.
  const name = isLocal ? 'localhost' : `host-${encodeURIComponent(host)}`;
  const folder = join(homedir(), '.animal-store-simulator', name);
  const path = join(folder, files.cert);
  try {
    const kept = await readPair(folder).catch(() => undefined);
    if (kept !== undefined && isUsable(kept)) {
      return { ...kept, path };
    }
    if (kept !== undefined) {
      await rm(folder, { recursive: true, force: true });
    }
    await createFolder(folder, createCertificate(names));
    return { ...(await readPair(folder)), path };
  } catch (error) {
    throw new UsageError(
      `--https keeps its certificate in ${folder}, which can't be used: ${(error as Error).message}. ` +
        'Remove it or make it writable, or pass --tls-cert and --tls-key.',
    );
  }
}
