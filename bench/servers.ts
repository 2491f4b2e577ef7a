/** The servers that are measured, each as it starts by default. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations, type Workload, workloadNames } from './workloads.js';

export const root = fileURLToPath(new URL('..', import.meta.url));
const hello = fileURLToPath(new URL('./hello.mjs', import.meta.url));
const peers = join(root, 'bench', 'peers');
const spec = join(root, 'spec', 'animal-store.openapi.yaml');
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
  /** The workloads that it can do. */
  readonly workloads: readonly Workload[];
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
const findOwn = (name: string) => readPackage(join(root, 'node_modules', name));

const node = process.execPath;

const ours = readPackage(root);
export const simulator: ServerKind = {
  name: 'animal-store-simulator',
  version: ours.version,
  command: [node, ours.script, '--port', '0'],
  prefix: '/v1',
  workloads: workloadNames,
  remark: 'with authentication, validation, state, notes, journal and log',
};

const largeCatalogue = 100_000;
export const largeSimulator: ServerKind = {
  ...simulator,
  name: `${simulator.name}, ${largeCatalogue} pets`,
  command: [...simulator.command, '--pets', String(largeCatalogue)],
  workloads: ['list', 'get', 'filter'],
};

export const bare: ServerKind = {
  name: 'node:http',
  version: process.version,
  command: [node, hello, 'node:http'],
  prefix: '',
  workloads: operations,
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

function createStub(
  request: Readonly<Record<string, unknown>>,
  status: number,
  jsonBody: unknown,
  priority = 5,
) {
  const authorized = { Authorization: { equalTo: 'Bearer test-key' } };
  const headers = { ...authorized, ...(request.headers as object | undefined) };
  const response = { status, jsonBody, headers: { 'Content-Type': 'application/json' } };
  return { priority, request: { ...request, headers }, response };
}

function createWireMock(): ServerKind | undefined {
  const { version } = findPeer('wiremock');
  const jar = join(peers, 'node_modules/wiremock/build', `wiremock-standalone-${version}.jar`);
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
  } catch {
    console.log('WireMock is left out: there is no Java on this machine.');
    return undefined;
  }
  const error = (code: string, status: number) => ({ code, message: code, status });
  const mappings = [
    createStub({ method: 'GET', urlPath: '/pets' }, 200, pets),
    createStub(
      { method: 'GET', urlPath: '/pets', queryParameters: { status: { equalTo: 'available' } } },
      200,
      pets.slice(0, 10),
      4,
    ),
    createStub({ method: 'GET', urlPath: '/pets/1' }, 200, pet),
    createStub({ method: 'POST', urlPath: '/pets' }, 201, pet),
    createStub(
      { method: 'GET', urlPath: '/pets/1', headers: { Prefer: { equalTo: 'code=404' } } },
      404,
      error('not_found', 404),
      1,
    ),
    { priority: 9, request: { urlPathPattern: '.*' }, response: { status: 401 } },
  ];
  writeJson('wiremock/mappings/all.json', { mappings });
  const folder = join(files, 'wiremock');
  return {
    name: 'WireMock',
    version,
    command: ['java', '-jar', jar, '--port', '4321', '--root-dir', folder],
    port: 4321,
    prefix: '',
    workloads: [...operations, 'filter', 'unauthorized', 'forced'],
    remark: 'constant responses to matched requests, with its journal of all requests',
  };
}

/** The servers to compare with, the fastest first. */
export function createPeers(): ServerKind[] {
  const express = findOwn('express');
  const prism = findOwn('@stoplight/prism-cli');
  const mockoon = findPeer('@mockoon/cli');
  const jsonServer = findPeer('json-server');
  const steady = findPeer('@stdy/cli');
  const database = writeJson('db.json', { pets });
  const wireMock = createWireMock();
  return [
    {
      name: 'Express',
      version: express.version,
      command: [node, hello, 'express'],
      prefix: '',
      workloads: operations,
      remark: 'constant objects',
    },
    {
      name: 'Steady',
      version: steady.version,
      command: [node, steady.script, '--host', '127.0.0.1', '--port', '4322', spec],
      port: 4322,
      prefix: '',
      workloads: [...operations, 'filter'],
      remark: 'examples of the same spec, with its log; knows no wrong key, no Prefer',
    },
    ...(wireMock === undefined ? [] : [wireMock]),
    {
      name: 'Prism',
      version: prism.version,
      command: [node, prism.script, 'mock', spec, '--port', '0'],
      prefix: '',
      workloads: [...operations, 'filter', 'unauthorized', 'forced'],
      remark: 'examples of the same spec, with its log',
    },
    {
      name: 'json-server',
      version: jsonServer.version,
      command: [node, jsonServer.script, '--host', '127.0.0.1', '--port', '4323', database],
      port: 4323,
      prefix: '',
      workloads: [...operations, 'filter'],
      remark: 'real state, which it writes to a file; no key, no Prefer',
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
      workloads: [...operations, 'filter'],
      remark: 'random objects of the same spec (a list of one), with its log; no key, no Prefer',
    },
  ];
}
