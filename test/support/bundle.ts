import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface BundleOptions {
  /** A file of the project, or the text of a module. */
  readonly entry: { readonly path: string } | { readonly text: string };
  /** Packages that are left out. */
  readonly external?: readonly string[];
  readonly minify?: boolean;
}

/** Where a text stands, for what it imports. */
const textEntry = `${root}entry-of-a-test.ts`;

/**
 * Bundles a module as apps do for browsers, without writing it; the first chunk is the entry. It fails if
 * anything imports what browsers don't have, such as `node:fs`.
 */
export async function bundle({
  entry,
  external = [],
  minify = false,
}: BundleOptions): Promise<readonly Rolldown.OutputChunk[]> {
  const text = 'text' in entry ? entry.text : undefined;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'text',
        resolveId: (id) => (id === textEntry ? id : undefined),
        load: (id) => (id === textEntry ? text : undefined),
      },
    ],
    build: {
      write: false,
      minify,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'path' in entry ? `${root}${entry.path}` : textEntry,
        external: [...external],
        preserveEntrySignatures: 'strict',
        output: { format: 'esm' },
      },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const missing = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => id.startsWith('__vite-browser-external'));
  if (missing.length > 0) {
    throw new Error(`Browsers have none of: ${missing.join(', ')}`);
  }
  return chunks;
}

/** The chunks that a chunk loads at once, with itself. */
export function listLoaded(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const names = new Set([chunks[0]?.fileName]);
  // A set also visits what is added meanwhile.
  for (const name of names) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) {
      names.add(imported);
    }
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}
