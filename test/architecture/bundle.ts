import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What no code that runs everywhere may use without importing it. */
export const nodeGlobals = [
  'Buffer',
  'console',
  'global',
  'module',
  'process',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
  '__dirname',
  '__filename',
] as const;

export interface Bundle {
  readonly text: string;
  /** The files that it is made of, relative to the project. */
  readonly files: readonly string[];
  /** The globals of Node.js that it refers to; names of its own and members don't count. */
  readonly globals: readonly string[];
}

/**
 * Bundles a file of the project for browsers; rejects when anything in it imports what browsers don't
 * have, such as `node:fs`. A global is found by having the bundler replace it with a mark.
 *
 * @param external packages that are left out
 */
export async function bundleForBrowsers(
  entry: { readonly path: string } | { readonly text: string },
  external: string[] = [],
): Promise<Bundle> {
  const input =
    'path' in entry
      ? { entryPoints: [entry.path] }
      : { stdin: { contents: entry.text, resolveDir: root, loader: 'ts' as const } };
  const options = {
    ...input,
    absWorkingDir: root,
    bundle: true,
    external,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    write: false,
    metafile: true,
  } as const;
  const { outputFiles, metafile } = await build(options);
  const mark = (name: string) => `mark_of_${name}`;
  const define = Object.fromEntries(nodeGlobals.map((name) => [name, mark(name)]));
  const marked = await build({ ...options, define });
  const markedText = marked.outputFiles[0]?.text ?? '';
  return {
    text: outputFiles[0]?.text ?? '',
    files: Object.keys(metafile.inputs).map((file) => relative('.', file)),
    globals: nodeGlobals.filter((name) => new RegExp(`\\b${mark(name)}\\b`).test(markedText)),
  };
}
