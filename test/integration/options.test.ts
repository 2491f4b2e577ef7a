import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { setImmediate as endTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as browser from '../../src/browser.js';
import { parseFlags } from '../../src/cli/command.js';
import { execCommand } from '../../src/cli/exec.js';
import { startRun } from '../../src/cli/simulator-run.js';
import { startCommand } from '../../src/cli/start.js';
import {
  connect,
  createSimulator,
  type SimulatorOptions,
  startSimulator,
} from '../../src/index.js';
import { formatFlag, formatVariable } from '../../src/options/option.js';
import { type OptionName, optionNames, optionTable } from '../../src/options/table.js';
import { useSimulator } from '../../src/runners/test-simulator.js';
import { animalStore } from '../../src/vite.js';
import { globalSetup } from '../../src/vitest-global-setup.js';
import { createFolder, writePair } from '../support/files.js';

type Texts = Readonly<Record<string, string>>;
type Access = Pick<browser.OfflineSimulator, 'sandbox' | 'sandboxes' | 'pact'>;

/** A simulator as a door opens it. */
interface Opened extends Access {
  readonly origin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close?(): unknown;
}

/** What an option changes: a value other than the default, what else it needs, and where its effect shows. */
interface Row {
  readonly value: string | ((folder: string) => string | Promise<string>);
  readonly with?: (folder: string) => Texts | Promise<Texts>;
  readonly see: (opened: Opened, folder: string) => unknown;
  /** A server of its own is needed. */
  readonly listens?: true;
}

const authorization = 'Bearer test-key';
const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
const lines: string[] = [];

async function ask({ fetch }: Opened, path = '/pets?limit=100', init: RequestInit = {}) {
  const response = await fetch(`/v1${path}`, { ...init, headers: { ...headers, ...init.headers } });
  const { status, headers: got } = response;
  return { status, text: await response.text(), headers: Object.fromEntries(got) };
}

const see =
  (path?: string, init?: RequestInit): Row['see'] =>
  async (opened) => {
    const { status, text, headers: got } = await ask(opened, path, init);
    const { deprecation, ...cors } = got;
    const origins = Object.entries(cors).filter(([name]) => /origin|credentials/.test(name));
    // Messages name flags and files.
    return [status, text.slice(0, 2_000), deprecation, origins];
  };

const seeSettings: Row['see'] = ({ sandbox }) => sandbox('default').settings.read();

const seeJournal: Row['see'] = async (opened) => {
  await ask(opened);
  await ask(opened);
  return (await opened.sandbox('default').requests()).length;
};

const seeLog: Row['see'] = async (opened) => {
  await ask(opened, '/pets?limit=1');
  await endTurn();
  const line = lines.find((one) => one.includes('/v1/pets'));
  return [line?.startsWith('{'), line?.includes('"body"')];
};

const seePact =
  (options = {}): Row['see'] =>
  async (opened) => {
    await ask(opened, '/pets?limit=5');
    const { text } = await opened.pact(options);
    return text;
  };

const writeFixture = (folder: string) => {
  const path = join(folder, 'mine.json');
  writeFileSync(path, '[{"id":7,"name":"Mine","categoryId":1}]');
  return path;
};

/** What closes at the end of a test, all at once: each takes a while. */
let closers: (() => unknown)[] = [];

/** Commands that a store received, with their arguments. */
let sent: string[][] = [];

/** Listens as a store that has nothing. */
async function openStore(): Promise<string> {
  sent = [];
  const store = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const part of String(data)
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        const words = part.split('\r\n').filter((_, index) => index % 2 === 1);
        const [name = ''] = words;
        sent.push(words.map((word) => word.toLowerCase()));
        const info = '$19\r\nredis_version:7.0.0\r\n';
        socket.write(/^info$/i.test(name) ? info : /^zrange/i.test(name) ? '*0\r\n' : ':0\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => store.once('listening', resolve));
  closers.push(() => void store.close());
  return `valkey://127.0.0.1:${(store.address() as AddressInfo).port}`;
}

const seeStore: Row['see'] = () => {
  const [, , from = ''] = sent.find(([name]) => name === 'zrangebyscore') ?? [];
  return from === '' ? 'none' : Math.round((Date.now() - Number(from)) / 60_000);
};

/** A row for every option: without one for a new option, this doesn't compile. */
const rows: Record<OptionName, Row> = {
  port: {
    // A port that is in use.
    value: async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      closers.push(() => void other.close());
      return String((other.address() as AddressInfo).port);
    },
    see: () => 'opened',
    listens: true,
  },
  host: { value: 'localhost', see: ({ origin }) => new URL(origin).hostname, listens: true },
  apiKey: { value: 'my-key', see: see('/pets/1') },
  fixture: { value: writeFixture, see: see() },
  pets: { value: '3', see: see() },
  seed: { value: '7', see: see() },
  delay: { value: '40-70', see: seeSettings },
  corsOrigin: {
    value: 'http://a.test',
    see: see('/pets/1', { headers: { Origin: 'http://a.test' } }),
  },
  corsCredentials: {
    value: 'true',
    with: () => ({ corsOrigin: 'http://a.test' }),
    see: see('/pets/1', { headers: { Origin: 'http://a.test' } }),
  },
  profile: { value: 'strict', see: see('/pets?colour=red') },
  choices: { value: 'list-order=newest-first', see: see() },
  clock: { value: '2031-01-01', see: see('/pets/1') },
  errors: {
    value: '{"not_found":{"status":404,"body":{"error":"gone"}}}',
    with: () => ({ choices: 'error-codes=own' }),
    see: see('/pets/999'),
  },
  learned: {
    value: '{"from":"http://a.test/v1"}',
    see: async ({ origin }) => (await fetch(`${origin}/__admin/info`)).text(),
    listens: true,
  },
  deprecatedSince: { value: '2026-01-31', see: see('/pets/1') },
  pact: {
    value: (folder) => join(folder, 'pacts/shop.json'),
    with: () => ({ consumer: 'shop' }),
    see: async (opened, folder) => {
      await ask(opened);
      await opened.close?.();
      return existsSync(join(folder, 'pacts/shop.json'));
    },
    listens: true,
  },
  consumer: {
    value: 'shop',
    with: (folder) => ({ pact: join(folder, 'shop.json') }),
    see: (opened, folder) => seePact()(opened, folder),
  },
  needs: {
    value: 'Pet=id',
    with: (folder) => ({ pact: join(folder, 'shop.json'), consumer: 'shop' }),
    see: seePact({ consumer: 'shop' }),
  },
  allow: { value: 'violation,unknown-query', see: seeSettings },
  logLevel: { value: 'debug', see: seeLog },
  logFormat: { value: 'pretty', with: () => ({ logLevel: 'info' }), see: seeLog },
  tlsCert: {
    value: () => writePair().tlsCert,
    with: () => ({ tlsKey: writePair().tlsKey }),
    see: ({ origin }) => new URL(origin).protocol,
    listens: true,
  },
  tlsKey: {
    value: () => writePair().tlsKey,
    with: () => ({ tlsCert: writePair().tlsCert }),
    see: ({ origin }) => new URL(origin).protocol,
    listens: true,
  },
  adminToken: {
    value: 'secret',
    see: async ({ origin }) => (await fetch(`${origin}/__admin/rules`)).status,
    listens: true,
  },
  store: { value: openStore, see: seeStore, listens: true },
  sandboxTtl: {
    value: '30m',
    with: async () => ({ store: await openStore() }),
    see: seeStore,
    listens: true,
  },
  shutdownDelay: {
    value: '60000',
    see: async ({ origin, close }) => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const closed = close?.();
      const ready = fetch(`${origin}/health/ready`);
      const seen = await ready.then(({ status }) => status).catch(() => 'closed');
      await vi.advanceTimersByTimeAsync(60_000);
      vi.useRealTimers();
      await closed;
      return seen;
    },
    listens: true,
  },
  maxBody: { value: '10', see: see('/pets', { method: 'POST', body: '{"name":"Rex"}' }) },
  maxSandboxes: {
    value: '2',
    see: async ({ sandbox, sandboxes }) => {
      for (const name of ['a', 'b']) {
        await sandbox(name).reset();
      }
      return (await sandboxes()).map(({ name }) => name);
    },
  },
  maxPetMemory: {
    value: '10',
    see: see('/pets', { method: 'POST', body: '{"name":"Rex","categoryId":1}' }),
  },
  maxJournal: { value: '1', see: seeJournal },
  maxJournalSize: { value: '1', see: seeJournal },
};

const withOrigin = (origin: string, close?: Opened['close']): Opened => ({
  ...connect(origin, { adminToken: 'secret' }),
  origin,
  fetch: (path, init) => fetch(origin + path, init),
  ...(close && { close }),
});

async function openRun(flags: object): Promise<Opened> {
  const { simulator } = await startRun({ ...flags }, { port: 0, logLevel: 'silent' });
  closers.push(() => simulator.close());
  return { ...simulator, fetch: withOrigin(simulator.origin).fetch };
}

function readFlagsOf(command: typeof startCommand, options: Texts) {
  const args = Object.entries(options).flatMap(([name, value]) => {
    const { flag = '' } = optionTable[name as OptionName] as { readonly flag?: string };
    return flag.includes('<') ? [formatFlag({ flag }), value] : [flag];
  });
  return (
    parseFlags(command, [...args, '--', 'true'].slice(0, command.takesCommand ? undefined : -2))
      ?.flags ?? {}
  );
}

function writeConfig(options: Texts, folder: string): string {
  const config = join(folder, 'animal-store.json');
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    value.startsWith(folder) ? relative(folder, value) : value,
  ]);
  // Some editors begin a file with a byte order mark.
  writeFileSync(config, `\ufeff${JSON.stringify(Object.fromEntries(entries))}`);
  return config;
}

async function openVite(options: Texts): Promise<Opened> {
  const plugin = animalStore(options as SimulatorOptions);
  const handlers: ((...args: unknown[]) => void)[] = [];
  const httpServer = createHttpServer((request, response) => {
    const [first, next] = handlers;
    first?.(request, response, () => next?.(request, response, () => response.end()));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => httpServer.once('listening', resolve));
  closers.push(() => void httpServer.close().closeAllConnections());
  const use = (handler: (typeof handlers)[number]) => handlers.push(handler);
  const server = { httpServer, middlewares: { use }, printUrls() {}, config: { server: {} } };
  (plugin.configureServer as (server: unknown) => void)(server);
  return withOrigin(`http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`);
}

const inProcess = (simulator: Access & Pick<browser.OfflineSimulator, 'fetch'>): Opened => ({
  ...simulator,
  origin: '',
});

type Door = (options: Texts, folder: string) => Opened | Promise<Opened>;
const isFlag = (name: OptionName) => 'flag' in optionTable[name];
const listens = (name: OptionName) => rows[name].listens === true;
const isOf =
  (...names: string[]) =>
  (name: OptionName) =>
    names.includes(name);
const always = () => true;

/** The ways to set options, and which options they take. */
const doors: Record<string, [takes: (name: OptionName) => boolean, open: Door]> = {
  'a flag of start': [isFlag, (options) => openRun(readFlagsOf(startCommand, options))],
  'a flag of exec': [isFlag, (options) => openRun(readFlagsOf(execCommand, options))],
  'a variable': [
    always,
    async (options) => {
      for (const [name, value] of Object.entries(options)) {
        vi.stubEnv(formatVariable(name), value);
      }
      return openRun({}).finally(() => void vi.unstubAllEnvs());
    },
  ],
  'a config file': [always, (options, folder) => openRun({ config: writeConfig(options, folder) })],
  'a config file in TypeScript': [
    always,
    async (options, folder) => {
      const simulator = await startSimulator({ config: writeConfig(options, folder) });
      closers.push(() => simulator.close());
      return { ...simulator, fetch: withOrigin(simulator.origin).fetch };
    },
  ],
  startSimulator: [
    always,
    async (options) => {
      const simulator = await startSimulator(options as SimulatorOptions);
      closers.push(() => simulator.close());
      return { ...simulator, fetch: withOrigin(simulator.origin).fetch };
    },
  ],
  createSimulator: [
    (name) => !listens(name),
    // A contract is written at the end, which it doesn't have.
    ({ pact: _, ...options }) => inProcess(createSimulator(options as SimulatorOptions)),
  ],
  'createSimulator of a page': [
    (name) => !listens(name) && !isOf('fixture', 'logLevel', 'logFormat')(name),
    ({ pact: _, ...options }) => inProcess(browser.createSimulator(options as SimulatorOptions)),
  ],
  'the Vite plugin': [
    (name) => !listens(name) && !isOf('consumer', 'needs')(name),
    (options) => openVite(options),
  ],
  'the global setup of Vitest': [
    always,
    async (options) => {
      let origin = '';
      const provide = (_: string, { url }: { url: string }) => {
        ({ origin } = new URL(url));
      };
      const close = (await globalSetup(options as SimulatorOptions)({ provide })) ?? (() => {});
      closers.push(close);
      return withOrigin(origin, close);
    },
  ],
  'a fixture of a test': [
    always,
    async (options) => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let closed: Promise<void> | undefined;
      const origin = await new Promise<string>((resolve, reject) => {
        closed = useSimulator(undefined, options as SimulatorOptions, async (simulator) => {
          resolve(simulator.origin);
          await ended;
        });
        closed.catch(reject);
      });
      const close = () => {
        end();
        return closed;
      };
      closers.push(close);
      return withOrigin(origin, close);
    },
  ],
};

async function seeThrough(open: Door, row: Row, options: Texts, folder: string) {
  lines.length = 0;
  sent = [];
  try {
    return await row.see(await open(options, folder), folder);
  } catch (error) {
    return (error as Error).message.replace(/\d+ on .*/, 'is in use');
  }
}

test.each(optionNames)('%s has its effect through every door', async (name) => {
  const write = vi.spyOn(process.stderr, 'write');
  closers = [];
  onTestFinished(async () => {
    await Promise.all(closers.map((close) => close()));
    write.mockRestore();
  });
  write.mockImplementation((text) => lines.push(String(text)) > 0);
  const row = rows[name];
  const seen: Record<string, unknown> = {};
  const { startSimulator: [, openPlain] = [always, () => inProcess(createSimulator())] } = doors;
  for (const [door, [takes, open]] of Object.entries(doors)) {
    if (takes(name)) {
      const folder = createFolder();
      mkdirSync(join(folder, 'pacts'));
      const { value } = row;
      const text = typeof value === 'string' ? value : await value(folder);
      const options = { ...(await row.with?.(folder)), [name]: text };
      seen[door] = await seeThrough(open, row, options, folder);
    }
  }
  const plainFolder = createFolder();
  const without = await row.with?.(plainFolder);
  const plain = await seeThrough(
    openPlain,
    row,
    /^tls/.test(name) ? {} : (without ?? {}),
    plainFolder,
  );
  const [first] = Object.values(seen);

  expect(first).not.toEqual(plain);
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((door) => [door, first])));
});
