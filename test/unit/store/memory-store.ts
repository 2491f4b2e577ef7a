import type { StoreConnection } from '../../../src/store/connection.js';
import type { RawEntry } from '../../../src/store/log.js';
import { StoreSandboxes } from '../../../src/store/store-sandboxes.js';
import { createStart, settings } from '../../integration/store/replicas.js';

/** A store in memory that does what the scripts do, and lets tests lose the answer to one of them. */
export function createMemoryStore() {
  const logs = new Map<string, RawEntry[]>();
  const rows = new Map<string, [at: string, summary: string]>();
  const state = {
    ...{ scripts: 0, entries: 0, isFull: false },
    losesAnswer: () => false,
    meanwhile: async () => {},
  };
  const client = {
    appendEntries: async (
      key: string,
      id: string,
      by: string,
      _ttl: string,
      ...added: string[]
    ) => {
      state.scripts += 1;
      const log = logs.get(key) ?? [];
      logs.set(key, log);
      for (let index = 0; index < added.length && !state.isFull; index += 2) {
        state.entries += 1;
        log.push([
          `1700000000000-${state.entries}`,
          ['by', `${added[index]}`, 'command', `${added[index + 1]}`],
        ]);
      }
      const known = log.findIndex((entry) => entry[0] === id && entry[1][1] === by);
      return [Number(state.isFull), known < 0 ? 1 : 0, log.slice(known + 1)];
    },
    keepCheckpoint: async (key: string, id: string, _by: string, text: string) => {
      const log = logs.get(key) ?? [];
      state.entries += 1;
      log.push([`1700000000000-${state.entries}`, ['by', 'checkpoint', 'checkpoint', text]]);
      logs.set(key, log.slice(log.findIndex((entry) => entry[0] === id)));
    },
    expireDropped: async () => {},
    del: async (key: string) => Number(logs.delete(key)),
    syncIndex: async (...[, , , , , , , , ...notes]: string[]) => {
      for (let index = 0; index < notes.length; index += 3) {
        rows.set(`${notes[index]}`, [`${notes[index + 1]}`, `${notes[index + 2]}`]);
      }
      const listed = [...rows].flatMap(([name, row]) => [name, row.join(' ')]);
      return [Date.now(), rows.size, ...listed];
    },
  };
  type Client = Parameters<Parameters<StoreConnection['command']>[0]>[0];
  const command = async <Value>(run: (one: Client) => Promise<Value>): Promise<Value> => {
    const answer = await run(client as unknown as Client);
    if (!state.losesAnswer()) {
      return answer;
    }
    // The connection repeats a command whose answer was lost.
    await state.meanwhile();
    return run(client as unknown as Client);
  };
  const open = () =>
    new StoreSandboxes({ command, isReady: true } as unknown as StoreConnection, 'tests', {
      start: createStart(),
      settings,
      ttl: 60_000,
      version: 'test',
      logger: { onError: () => {}, onEvent: () => {} },
    });
  return { state, logs, open };
}
