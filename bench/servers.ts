/** The servers that are measured, each as it starts by default. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const hello = fileURLToPath(new URL('./hello.mjs', import.meta.url));
const peers = join(root, 'bench', 'peers');
export const spec = join(root, 'spec', 'animal-store.openapi.yaml');
const files = mkdtempSync(join(tmpdir(), 'animal-store-bench-files-'));
process.on('exit', () => rmSync(files, { recursive: true }));

export interface ServerKind {
  readonly name: string;
  readonly version: string;
  readonly command: readonly string[];
  /** The port in its command. Default: the one that it prints. */
  readonly port?: number;
  /** Before `/pets`. */
  readonly prefix: string;
  /** What must be known to read its figures. */
  readonly remark: string;
}

/** Installs the servers of others, which are no dependency of this package, when they are missing. */
export function installPeers(): void {
  if (!existsSync(join(peers, 'node_modules'))) {
    console.log('Installing the servers to compare with, in bench/peers.');
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', args, {
      cwd: peers,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
}

/** Reads the script of a package's command, and its version. */
function readPackage(folder: string): { script: string; version: string } {
  const { bin = {}, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [script = ''] = typeof bin === 'string' ? [bin] : (Object.values(bin) as string[]);
  return { script: join(folder, script), version };
}

const findPeer = (name: string) => readPackage(join(peers, 'node_modules', name));
export const findOwn = (name: string) => readPackage(join(root, 'node_modules', name));

const node = process.execPath;

const ours = readPackage(root);
export const simulator: ServerKind = {
  name: 'animal-store-simulator',
  version: ours.version,
  command: [node, ours.script, '--port', '0'],
  prefix: '/v1',
  remark: 'with authentication, validation, state, notes, journal and log',
};

export const bare: ServerKind = {
  name: 'node:http',
  version: process.version,
  command: [node, hello, 'node:http'],
  prefix: '',
  remark: 'constant bytes',
};

const pet = { id: 1, name: 'Rex', categoryId: 2, status: 'available' };
const pets = Array.from({ length: 20 }, (_, index) => ({ ...pet, id: index + 1 }));

function writeJson(path: string, value: unknown): string {
  const file = join(files, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return file;
}

/** The servers to compare with, the fastest first. */
export function createPeers(): ServerKind[] {
  const express = findOwn('express');
  const prism = findOwn('@stoplight/prism-cli');
  const mockoon = findPeer('@mockoon/cli');
  const jsonServer = findPeer('json-server');
  const steady = findPeer('@stdy/cli');
  const database = writeJson('db.json', { pets });
  return [
    {
      name: 'Express',
      version: express.version,
      command: [node, hello, 'express'],
      prefix: '',
      remark: 'constant objects',
    },
    {
      name: 'Prism',
      version: prism.version,
      command: [node, prism.script, 'mock', spec, '--port', '0'],
      prefix: '',
      remark: 'examples of the same spec, with its log',
    },
    {
      name: 'json-server',
      version: jsonServer.version,
      command: [node, jsonServer.script, '--host', '127.0.0.1', '--port', '4323', database],
      port: 4323,
      prefix: '',
      remark: 'real state, which it writes to a file; no key, no Prefer',
    },
    {
      name: 'Steady',
      version: steady.version,
      command: [node, steady.script, '--host', '127.0.0.1', '--port', '4325', spec],
      port: 4325,
      prefix: '',
      remark: 'random objects of the same spec, with its log; a compiled binary',
    },
    {
      name: 'Mockoon',
      version: mockoon.version,
      command: [
        ...[node, mockoon.script, 'start', '--data', spec, '--port', '4324'],
        ...['--hostname', '127.0.0.1', '--disable-log-to-file'],
      ],
      port: 4324,
      prefix: '/v1',
      remark: 'random objects of the same spec (a list of one), with its log; no key, no Prefer',
    },
  ];
}
