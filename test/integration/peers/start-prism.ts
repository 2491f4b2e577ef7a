import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@stoplight/prism-cli/package.json');
const { bin } = require(manifest) as { bin: { prism: string } };

/** The folder of the project, in which Prism is started. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const spec = 'spec/animal-store.openapi.yaml';

/** Prism is ended if it does not listen within this time, in milliseconds. */
const maxStart = 60_000;

/** A Prism of its own, in a process of its own. */
export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `prism` with these arguments on a free port; it listens when the promise resolves. */
export async function startPrism(...args: readonly string[]): Promise<Prism> {
  const script = join(dirname(manifest), bin.prism);
  const child = spawn(process.execPath, [script, ...args, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const late = setTimeout(() => child.kill(), maxStart);
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /Prism is listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (address !== undefined) {
        resolve(address);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`Prism ended before it listened: ${output}`)));
  });
  clearTimeout(late);
  // Its further output is discarded, so that it never blocks.
  for (const stream of [child.stdout, child.stderr]) {
    stream.removeAllListeners('data').resume();
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Starts Prism between a client and a service; it checks all exchanges against the spec. */
export function startPrismProxy(service: string, ...flags: readonly string[]): Promise<Prism> {
  return startPrism('proxy', spec, service, ...flags);
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
