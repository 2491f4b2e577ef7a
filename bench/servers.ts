/**
 * The servers that are measured, each as it starts by default in a process of its own. What they log
 * goes to a file: ours and Prism log each request, the two hellos log nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The script of a package's command. */
function binOf(manifest: string, command: string): string {
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return join(dirname(manifest), bin[command] as string);
}

const ours = binOf(join(root, 'package.json'), 'animal-store');
const prism = binOf(
  createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'),
  'prism',
);
const hello = fileURLToPath(new URL('./hello.mjs', import.meta.url));

export interface ServerKind {
  readonly name: string;
  /** What Node.js is started with. */
  readonly args: readonly string[];
  /** Before `/pets`. */
  readonly prefix: string;
}

export const simulator: ServerKind = {
  name: 'animal-store-simulator',
  args: [ours, '--port', '0'],
  prefix: '/v1',
};

export const largeCatalogue = 100_000;
export const largeSimulator: ServerKind = {
  ...simulator,
  name: `${simulator.name}, ${largeCatalogue} pets`,
  args: [...simulator.args, '--pets', String(largeCatalogue)],
};

const spec = join(root, 'spec', 'animal-store.openapi.yaml');
export const others: readonly ServerKind[] = [
  { name: 'Prism, static mock', args: [prism, 'mock', spec, '--port', '0'], prefix: '' },
  { name: 'Express 5 hello', args: [hello, 'express'], prefix: '' },
  { name: 'node:http hello', args: [hello, 'node:http'], prefix: '' },
];

/** Whether what is measured has been built. */
export function isBuilt(): boolean {
  return existsSync(ours);
}

export interface Server {
  readonly kind: ServerKind;
  /** The address that `/pets` is appended to. */
  readonly url: string;
  /** Resident memory in bytes; nothing where the system doesn't tell. */
  memory(): number | undefined;
  /** Empties the log. */
  forgetLog(): void;
  stop(): Promise<void>;
}

/** The address in what a server has said so far; all of them say it once they listen. */
async function readAddress(log: string, isRunning: () => boolean): Promise<string> {
  while (isRunning()) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(log, 'utf8'))?.[0];
    if (address !== undefined) {
      return address;
    }
    await wait(1);
  }
  throw new Error(`The server ended before it listened: ${readFileSync(log, 'utf8')}`);
}

/** Starts a server; it listens when the promise resolves. */
export async function start(kind: ServerKind): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, kind.args, { stdio: ['ignore', output, output] });
  closeSync(output);
  const ended = once(child, 'exit').finally(() => rmSync(folder, { recursive: true }));
  const address = await readAddress(log, () => child.exitCode === null);
  return {
    kind,
    url: `${address}${kind.prefix}`,
    memory: () => {
      const status = `/proc/${child.pid}/status`;
      const kibibytes = existsSync(status)
        ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]
        : undefined;
      return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
    },
    forgetLog: () => truncateSync(log),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
