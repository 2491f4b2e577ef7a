import { readFileSync } from 'node:fs';

/** The folder of the package, with `spec/` and `fixtures/`. The bundles are at the top of `dist/`. */
export const packageRoot = new URL(
  import.meta.url.endsWith('.ts') ? '../../' : '../',
  import.meta.url,
);

export function readVersion(): string {
  const manifest = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
