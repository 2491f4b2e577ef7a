import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { unzipSync } from 'node:zlib';
import { decodeText, maxFileSize, parseJsonText, readInputFile } from '../base/files.js';
import { attempt } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';

/** A HAR and the bodies in files beside it. */
export interface HarFile {
  readonly content: unknown;
  readonly readAttached: (path: string) => Buffer | undefined;
}

function openZip(files: Readonly<Record<string, Uint8Array>>) {
  // The Finder of macOS adds a file with metadata for each.
  const names = Object.keys(files).filter((name) => /^(?!__MACOSX\/).*\.har$/i.test(name));
  const [name = ''] = names;
  const folder = posix.dirname(name);
  return {
    bytes: names.length === 1 ? files[name] : undefined,
    readAttached: (path: string) =>
      attempt(() => Buffer.from(files[posix.join(folder, path)] as Uint8Array)),
  };
}

function openFile(file: Buffer, path: string) {
  // JSON begins otherwise than gzip (0x1f) and zlib (0x78).
  const isCompressed = file[0] === 0x1f || file[0] === 0x78;
  const inflate = () => unzipSync(file, { maxOutputLength: maxFileSize });
  return {
    bytes: isCompressed ? attempt(inflate) : file,
    readAttached: (name: string) => {
      // Somebody else may have written the HAR.
      const isBelow = !/^\.\.|^\/|[\\:]/.test(posix.normalize(name));
      return isBelow ? attempt(() => readFileSync(join(dirname(path), name))) : undefined;
    },
  };
}

/** Opens a HAR, which may be compressed (gzip, zlib), or in a zip with its bodies, as Playwright writes it. */
export async function openHar(path: string, label: string): Promise<HarFile> {
  const file = readInputFile(path, label);
  const isZip = file.toString('latin1', 0, 2) === 'PK';
  const fflate = isZip ? await import('fflate') : undefined;
  const files = fflate && (attempt(() => fflate.unzipSync(file)) ?? {});
  const { bytes, readAttached } = files ? openZip(files) : openFile(file, path);
  if (bytes === undefined) {
    throw new UsageError(
      `${label} can't be unpacked: it is damaged, too large, or a zip without exactly one .har file.`,
    );
  }
  // No number of a HAR needs all its digits, and files are large.
  return { content: parseJsonText(decodeText(bytes, label), label, JSON.parse), readAttached };
}
