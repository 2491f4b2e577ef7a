import { EventEmitter, once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { setImmediate as endTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as browser from '../../src/browser.js';
import { parseFlags } from '../../src/cli/command.js';
import { command as execCommand } from '../../src/cli/exec.js';
import { startRun } from '../../src/cli/simulator-run.js';
import { command as startCommand } from '../../src/cli/start.js';
import {
  connect,
  createSimulator,
  type RunningSimulator,
  type SimulatorOptions,
  startSimulator,
} from '../../src/index.js';
import { formatFlag, formatVariable } from '../../src/options/option.js';
import { type OptionName, optionNames, optionTable } from '../../src/options/table.js';
import { type SimulatorConnection, useSimulator } from '../../src/simulator/test-simulator.js';
import { globalSetup } from '../../src/vitest-global-setup.js';
import { fakeTime } from '../support/fake-time.js';
import { createFolder, writePair } from '../support/files.js';
import { openHttp } from '../support/open-http.js';
import { mountPlugin } from '../support/vite.js';

type Texts = Readonly<Record<string, string>>;
type Access = Pick<browser.OfflineSimulator, 'sandbox' | 'sandboxes' | 'pact'>;

/** A simulator as a door opens it. */
interface Opened extends Access {
  readonly origin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly close?: (() => unknown) | undefined;
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

async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Listens as a store that has nothing. */
async function openStore(): Promise<string> {
  const store = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const part of String(data)
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        const words = part.split('\r\n').filter((_, index) => index % 2 === 1);
        sent.push(words);
        const [name = ''] = words;
        const info = '$19\r\nredis_version:7.0.0\r\n';
        socket.write(/^info$/i.test(name) ? info : /^zrange/i.test(name) ? '*0\r\n' : ':0\r\n');
      }
    });
  });
  return `valkey://127.0.0.1:${await listenOn(store)}`;
}

/** Listens as a service that shows the key of each request. */
const openUpstream = () =>
  openHttp(({ headers: { authorization: key } }, response) =>
    response.setHeader('Content-Type', 'text/plain').end(key),
  );

const seeStore: Row['see'] = () => {
  const [, , from = ''] = sent.find(([name]) => name?.toLowerCase() === 'zrangebyscore') ?? [];
  return from === '' ? 'none' : Math.round((Date.now() - Number(from)) / 60_000);
};

/** A row for every option: without one for a new option, this doesn't compile. */
const rows: Record<OptionName, Row> = {
  port: {
    // A port that is in use.
    value: async () => String(await listenOn(createServer())),
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
    with: () => ({ choices: 'error-codes=custom' }),
    see: see('/pets/999'),
  },
  accepts: {
    value: 'text-as-category,number-as-name',
    see: see('/pets', { method: 'POST', body: '{"name":"Rex","categoryId":"2"}' }),
  },
  extraFields: {
    value: '{"ownerId":9007199254740993}',
    with: () => ({ choices: 'extra-response-fields=custom' }),
    see: see('/pets/1'),
  },
  learned: {
    value: '{"from":"http://a.test/v1"}',
    see: async ({ origin }) => (await fetch(`${origin}/__admin/info`)).text(),
    listens: true,
  },
  deprecatedSince: { value: '2026-01-31', see: see('/pets/1') },
  upstream: { value: openUpstream, see: see() },
  upstreamKey: {
    value: 'key-of-the-service',
    with: async () => ({ upstream: await openUpstream() }),
    see: see(),
  },
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
      fakeTime({ toFake: ['setTimeout'] });
      const closed = close?.();
      const ready = fetch(`${origin}/health/ready`);
      const seen = await ready.then(({ status }) => status).catch(() => 'closed');
      await vi.advanceTimersByTimeAsync(60_000);
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

const withOrigin = (origin: string, close?: Opened['close']): Opened => {
  if (close) {
    closers.push(close);
  }
  const access = connect(origin, { adminToken: 'secret' });
  return { ...access, origin, close, fetch: (path, init) => fetch(origin + path, init) };
};

async function openServer(starting: Promise<RunningSimulator>): Promise<Opened> {
  const simulator = await starting;
  return { ...simulator, fetch: withOrigin(simulator.origin, simulator.close).fetch };
}

const openRun = (flags: object) =>
  openServer(
    startRun({ ...flags }, { port: 0, logLevel: 'silent' }).then(({ simulator }) => simulator),
  );

function openCommand(command: typeof startCommand, options: Texts) {
  const args = Object.entries(options).flatMap(([name, value]) => {
    const { flag = '' } = optionTable[name as OptionName] as { readonly flag?: string };
    return flag.includes('<') ? [formatFlag({ flag }), value] : [flag];
  });
  return openRun(parseFlags('start', command, args)?.flags ?? {});
}

function writeConfig(options: Texts, folder: string): string {
  const config = join(folder, 'animal-store.json');
  const members = Object.entries(options).map(([name, value]) => {
    const text = value.startsWith(folder) ? relative(folder, value) : value;
    return `"${name}":${text.startsWith('{') ? text : JSON.stringify(text)}`;
  });
  // Some editors begin a file with a byte order mark.
  writeFileSync(config, `\ufeff{${members}}`);
  return config;
}

const openVite = async (options: SimulatorOptions) =>
  withOrigin(`http://127.0.0.1:${await mountPlugin(options)}`);

async function openGlobalSetup(options: SimulatorOptions): Promise<Opened> {
  let origin = '';
  const provide = (_: string, { url, adminToken }: SimulatorConnection) => {
    ({ origin } = new URL(url));
    expect(adminToken).toBe(options.adminToken);
  };
  const close = await globalSetup(options)({ provide });
  return withOrigin(origin, close);
}

function openFixture(options: SimulatorOptions): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const closed = useSimulator(undefined, options, async ({ origin }) => {
      const end = new EventEmitter();
      const ended = once(end, 'end');
      resolve(withOrigin(origin, () => end.emit('end') && closed));
      await ended;
    });
    closed.catch(reject);
  });
}

async function openByVariables(options: Texts): Promise<Opened> {
  for (const [name, value] of Object.entries(options)) {
    vi.stubEnv(formatVariable(name), value);
  }
  // Many tools set an empty one for one that is not set.
  vi.stubEnv(formatVariable('host'), options.host ?? '');
  return openRun({}).finally(() => void vi.unstubAllEnvs());
}

type Door = (options: SimulatorOptions & Texts, folder: string) => Opened | Promise<Opened>;
const always = () => true;
const isFlag = (name: OptionName) => 'flag' in optionTable[name];
/** All that have an effect without a server of the simulator, except some. */
const isInner =
  (...others: readonly string[]) =>
  (name: OptionName) =>
    !rows[name].listens && !others.includes(name);

/** The ways to set options, and which options they take. */
const doors: Record<string, [takes: (name: OptionName) => boolean, open: Door]> = {
  startSimulator: [always, (options) => openServer(startSimulator(options))],
  'a flag of start': [isFlag, (options) => openCommand(startCommand, options)],
  'a flag of exec': [isFlag, (options) => openCommand(execCommand, options)],
  'a variable': [always, openByVariables],
  'a config file': [always, (options, folder) => openRun({ config: writeConfig(options, folder) })],
  'a config file in TypeScript': [
    always,
    (options, folder) => openServer(startSimulator({ config: writeConfig(options, folder) })),
  ],
  createSimulator: [
    isInner(),
    // A contract is written at the end, which it doesn't have.
    ({ pact: _, ...options }) => ({ ...createSimulator(options), origin: '' }),
  ],
  'createSimulator of a page': [
    isInner('fixture', 'logLevel', 'logFormat', 'upstream', 'upstreamKey'),
    ({ pact: _, ...options }) => ({ ...browser.createSimulator(options), origin: '' }),
  ],
  'the Vite plugin': [isInner('consumer', 'needs'), openVite],
  'the global setup of Vitest': [always, openGlobalSetup],
  'a fixture of a test': [always, openFixture],
};

/** Opens a door with an option, or with all that it needs besides, and sees its effect. */
async function seeThrough(open: Door, name: OptionName, isSet: boolean) {
  lines.length = 0;
  sent = [];
  const folder = createFolder();
  const { value, with: others, see } = rows[name];
  const text = typeof value === 'string' ? value : await value(folder);
  const options = { ...(await others?.(folder)), ...(isSet && { [name]: text }) };
  try {
    return await see(await open(options, folder), folder);
  } catch (error) {
    return (error as Error).message.replace(/\d+ on .*/, 'is in use');
  }
}

test.each(optionNames)('%s has its effect through every door', async (name) => {
  const write = vi.spyOn(process.stderr, 'write');
  write.mockImplementation((text) => lines.push(String(text)) > 0);
  closers = [];
  onTestFinished(async () => {
    await Promise.all(closers.map((close) => close()));
    write.mockRestore();
  });
  const seen: Record<string, unknown> = {};
  for (const [door, [takes, open]] of Object.entries(doors)) {
    if (takes(name)) {
      seen[door] = await seeThrough(open, name, true);
    }
  }
  const { startSimulator: effect } = seen;

  expect(
    await seeThrough((options) => openServer(startSimulator(options)), name, false),
  ).not.toEqual(effect);
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((door) => [door, effect])));
});
