import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../support/command.js';
import { type LoadRequest, runClient, type Tally } from './client.js';
import { fillers, largeRead, requestAt } from './requests.js';

/** With more than 1,024, Node.js may serve a connection several times in one turn. */
const connections = 1_000;
const answers = 100_000;
/** Each request with such a number is its client's last; others stay. */
const leaving = 797;
const leavingClients = 100;
/** Each of the first requests with such a number reads a journal of several MiB. */
const largeReads = 4;
const large = 4_001;
/** What a turn may send: a usual answer to each client, and no journal as a whole. */
const maxBytes = connections * 2_048;

const createTally = (): Tally => ({
  answered: 0,
  unexpected: [],
  created: [],
  unknown: 0,
  reset: 0,
});

/** Sends requests one after another. */
async function sendAll(port: number, requests: readonly LoadRequest[]): Promise<Tally> {
  const tally = createTally();
  const rest = requests.values();
  const next = () => {
    const { value: request } = rest.next();
    return request && { request, leaves: false };
  };
  await runClient({ port, tally, next, onAnswer: () => undefined });
  return tally;
}

/** Reads the sandboxes of an export as the next simulator has them: `sandbox id` of all pets. */
async function importPets(file: string): Promise<string[]> {
  const { url, child, finished } = await start(['--import', file, '--log-level', 'error']);
  const { origin } = new URL(url);
  const get = async (path: string) => (await fetch(`${origin}/__admin${path}`)).json();
  const { sandboxes } = (await get('/sandboxes')) as { sandboxes: { name: string }[] };
  const pets = await Promise.all(
    sandboxes.map(async ({ name }) => {
      const found = (await get(`/pets?sandbox=${name}`)) as { pets: { id: string }[] };
      return found.pets.map(({ id }) => `${name} ${id}`);
    }),
  );
  child.kill('SIGTERM');
  await finished;
  return pets.flat();
}

/** How long it may hang, in milliseconds; an idle machine with two cores needs a tenth. */
const timeout = 300_000;

/** How many pets the sandboxes of an export started with. */
const seededIn = (pets: readonly string[]) =>
  50 * new Set(pets.map((pet) => pet.split(' ')[0])).size;

test('answers 100,000 requests of 1,000 clients, and exports what it acknowledged', {
  timeout,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-load-'));
  const [file, turns] = [join(folder, 'state.json'), join(folder, 'turns.json')];
  const preload = new URL('./turns.mjs', import.meta.url);
  const environment = { NODE_OPTIONS: `--import=${preload}`, TURNS_FILE: turns };
  const options = ['--export-on-exit', file, '--log-level', 'error'];
  const { url, child, finished } = await start(options, { environment });
  const port = Number(new URL(url).port);
  await sendAll(port, fillers);

  const tally = createTally();
  let number = 0;
  const next = () => {
    number += 1;
    const isLarge = number % large === 0 && number <= large * largeReads;
    const nth = (number - connections) / leaving;
    const leaves = Number.isInteger(nth) && nth > 0 && nth <= leavingClients;
    return { request: isLarge ? largeRead : requestAt(number), leaves };
  };
  let allConnected = () => {};
  const connected = new Promise<void>((resolve) => {
    allConnected = resolve;
  });
  const onAnswer = () => {
    if (tally.answered === answers) {
      child.kill('SIGTERM');
    }
    // A busy server takes one new connection per turn: all are there before the load begins.
    if (tally.answered === connections) {
      allConnected();
    }
    return tally.answered > connections ? undefined : connected;
  };
  await Promise.all(
    Array.from({ length: connections }, () => runClient({ port, tally, next, onAnswer })),
  );
  const { code } = await finished;

  const { unexpected, reset, created, unknown } = tally;
  expect([code, reset, unexpected.slice(0, 3)]).toEqual([0, 0, []]);
  expect(new Set(created).size).toBe(created.length);
  const exported = await importPets(file);
  const pets = new Set(exported);
  expect(pets.size).toBe(exported.length);
  expect(created.filter((pet) => !pets.has(pet))).toEqual([]);
  const known = created.length + fillers.length + seededIn(exported);
  expect(exported.length).toBeLessThanOrEqual(known + unknown);
  const worst = JSON.parse(await readFile(turns, 'utf8')) as { requests: number; bytes: number };
  // Each client waits for its answer before it goes on.
  expect(worst.requests).toBeLessThanOrEqual(connections);
  expect(worst.bytes).toBeLessThanOrEqual(maxBytes);
});
