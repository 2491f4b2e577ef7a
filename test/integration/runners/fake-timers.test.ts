import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSimulator as createPortable } from '../../../src/browser.js';
import {
  connect,
  createSimulator,
  type SandboxHandle,
  startSimulator,
} from '../../../src/index.js';
import { handlers } from '../../../src/msw.js';
import { useSandbox, useSimulator } from '../../../src/simulator/test-simulator.js';
import { openHttp } from '../../support/open-http.js';
import { openVite } from '../../support/vite.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Use = (sandbox: SandboxHandle, fetch?: Fetch) => Promise<void>;

/** Each way to a simulator in the process of a test. Without a network, delays follow the test's timers. */
const doors: Readonly<Record<string, (use: Use) => Promise<void>>> = {
  'a fixture': (use) =>
    useSimulator(undefined, {}, (simulator) =>
      useSandbox(simulator, {}, ['a test'], use, () => true),
    ),
  startSimulator: async (use) => {
    const simulator = await startSimulator();
    await use(simulator.sandbox());
    await simulator.close();
  },
  'the middleware': async (use) => {
    const simulator = createSimulator();
    const origin = await openHttp(simulator.middleware(), '');
    const sandbox = simulator.sandbox();
    await use({ ...sandbox, url: sandbox.url.replace('http://localhost', origin) });
  },
  Vite: async (use) => {
    const { origin } = await openVite();
    await use(connect(origin).sandbox());
  },
  MSW: async (use) => {
    const simulator = createPortable();
    const baseUrl = 'https://api.example.com/v1';
    const server = setupServer(...handlers(simulator, { baseUrl }));
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    await use({ ...simulator.sandbox(), url: baseUrl });
  },
  'createSimulator().fetch': async (use) => {
    const simulator = createSimulator();
    await use(simulator.sandbox(), simulator.fetch);
  },
};

test.for(Object.entries(doors))('fake timers of a test do not stop %s', async ([, open]) => {
  // All but `process.nextTick` and `queueMicrotask`, without which Node.js itself has no `fetch`.
  vi.useFakeTimers({ now: new Date('2031-01-01') });
  onTestFinished(() => void vi.useRealTimers());

  await open(async (sandbox, fetch = globalThis.fetch) => {
    const send = async (path: string, prefer = 'respond-async', body?: string) => {
      const headers = {
        Authorization: `Bearer ${sandbox.apiKey}`,
        Prefer: prefer,
        'Content-Type': 'application/json',
      };
      const init = body === undefined ? { headers } : { headers, method: 'POST', body };
      const response = await fetch(`${sandbox.url}${path}`, init);
      const text = await response.text().catch(() => 'broken');
      return [response.status, text.slice(0, 6)];
    };
    await sandbox.reset({ seed: 7, pets: 150 });
    const ok = [200, expect.stringMatching(/^[[{]/)];

    expect(await send('/pets')).toEqual(ok);
    expect(await send('/pets', 'code=201', '{"name":"Rex","categoryId":1}')).toEqual([
      201,
      expect.any(String),
    ]);
    // Its end is in 2030.
    expect(await send('/pets/1')).toEqual(ok);
    let isAnswered = sandbox.url.startsWith('http://127.0.0.1');
    const delayed = send('/pets', 'delay=2').finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(await delayed).toEqual(ok);
    expect(await send('/pets', 'fault=truncate')).toEqual([200, 'broken']);
    expect(await send('/pets', 'fault=dribble, delay=10')).toEqual(ok);
    await sandbox.addRule({ code: 503, times: 1 });
    expect([await send('/pets'), await send('/pets')]).toEqual([[503, expect.any(String)], ok]);
    await expect(sandbox.addRule({ code: 1 })).rejects.toMatchObject({ code: 'bad_request' });
    expect(await sandbox.requests({ wait: 8 })).toHaveLength(8);
    await expect(sandbox.requests({ wait: 9, timeout: 1 })).rejects.toThrow('8');
    await sandbox.clock.freeze('2030-12-06T00:00:00Z');
    expect(await send('/pets/1')).toEqual([410, expect.any(String)]);
    await sandbox.drop();
    expect((await sandbox.clock.now()).getFullYear()).toBeLessThan(2031);
  });
});

test('fake timers of a test do not keep close() waiting for an open request', async () => {
  const simulator = await startSimulator();
  const headers = { Authorization: 'Bearer test-key', Prefer: 'delay=60000' };
  const open = fetch(`${simulator.url}/pets`, { headers }).catch(() => 'cut off');
  await simulator.sandbox('default').requests({ wait: 1 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());

  await simulator.close();

  expect(await open).toBe('cut off');
});

test.for([
  ['after a set-up file has faked time', () => vi.useFakeTimers({ now: new Date('2031-01-01') })],
  ['after a set-up file has set the date', () => vi.setSystemTime(new Date('2031-01-01'))],
  ['in a jsdom of Jest, which has no setImmediate', () => vi.stubGlobal('setImmediate', undefined)],
] as const)('a simulator that loads %s has real time', async ([place, prepare]) => {
  prepare();
  onTestFinished(() => void vi.useRealTimers());
  const path = `../../../src/base/real-time.js?${place}`;
  const { realTime, endTurn, pause } = await import(path);

  await pause(1);
  await endTurn();

  expect(new realTime.Date().getFullYear()).toBeLessThan(2031);
});
