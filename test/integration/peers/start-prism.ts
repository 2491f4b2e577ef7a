import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../../support/bundle.js';
import { type ListeningProgram, startProgram } from '../../support/listening-program.js';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@stoplight/prism-cli/package.json');
const { bin } = require(manifest) as { bin: { prism: string } };
const prism = join(dirname(manifest), bin.prism);

export const spec = `${root}spec/animal-store.openapi.yaml`;

/** Starts `prism` with these arguments on a free port. */
export function startPrism(...args: readonly string[]): Promise<ListeningProgram> {
  return startProgram(
    [process.execPath, prism, ...args, '--port', '0'],
    () => ({}),
    /Prism is listening on (http:\/\/[\d.]+:\d+)/,
  );
}

/** A violation that Prism found. */
export interface Violation {
  /** Begins with `request` or `response`. */
  readonly location: readonly string[];
  readonly message: string;
}

/** Reads the violations in an exchange from the header that Prism adds, with `--errors` or without. */
export function violationsIn(response: Response): Violation[] {
  return JSON.parse(response.headers.get('sl-violations') ?? '[]');
}
