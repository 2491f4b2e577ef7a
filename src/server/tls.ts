import { createServer, type Server } from 'node:https';
import { readInputFile } from '../options/files.js';
import { UsageError } from '../options/usage-error.js';

function readText(flag: string, path: string): string {
  const describe = (problem: string) => `${flag}: the file ${path} ${problem}. Check its path.`;
  return new TextDecoder().decode(readInputFile(path, describe));
}

/**
 * Creates a server that uses HTTPS, with the files of its certificate and key.
 *
 * @throws {UsageError} when they can't be read or used
 */
export function createHttpsServer(certPath: string, keyPath: string): Server {
  const cert = readText('--tls-cert', certPath);
  const key = readText('--tls-key', keyPath);
  try {
    return createServer({ cert, key, requireHostHeader: false });
  } catch (error) {
    throw new UsageError(
      `--tls-cert, --tls-key: OpenSSL refuses the certificate in ${certPath} with the key in ${keyPath}: ` +
        `${(error as Error).message}. Both files must be PEM and belong together, and the key must have no passphrase.`,
    );
  }
}
