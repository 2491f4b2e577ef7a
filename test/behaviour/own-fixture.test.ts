import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPets } from '../../src/catalogue/load-pets.js';
import { createSimulator, startSimulator, UsageError } from '../../src/index.js';
import { createFolder } from '../support/files.js';
import { start } from '../support/simulator.js';

/** The options that a file makes no use of. */
const seeded = { seed: 7, pets: 20 };

async function ownFixture(text: string | Uint8Array): Promise<string> {
  const folder = createFolder();
  const path = join(folder, 'my-pets.json');
  await writeFile(path, text);
  return path;
}

/** Two pets, each with its own line for each field; the mistakes are made in the second one. */
function withSecondPet(lines: string): string {
  return `[
  { "id": 1, "name": "Rex", "categoryId": 2, "status": "available" },
  {
${lines}
  }
]
`;
}

const id = '"id": 2';
const name = '"name": "Bubbles"';
const categoryId = '"categoryId": 3';

/** What is wrong, the second pet, and what the message says of it. */
const mistakes: readonly [what: string, lines: string[], says: string][] = [
  ['no id', [name, categoryId], 'pet 2, id is required (section 2)'],
  ['an id in quotes', ['"id": "2"', name, categoryId], 'pet 2, id must be an int64 integer'],
  ['an id that is taken', [name, categoryId, '"id": 1'], 'pet 2, id must be unique'],
  ['an id that is taken as 1.0', [name, categoryId, '"id": 1.0'], 'pet 1 has 1 too'],
  ['a fourth status', [id, name, categoryId, '"status": "eaten"'], 'pet 2, status must be one'],
  ['another field', [id, name, '"age": 4', categoryId], 'pet 2, age is unknown'],
  [
    'a field named __proto__',
    [id, '"__proto__": 1', name, categoryId],
    'pet 2, __proto__ is unknown',
  ],
  ['a field twice', [id, name, '"name": "Max"', categoryId], 'the key "name" occurs twice'],
];

test.for(mistakes)('rejects a pet with %s', async ([, lines, says]) => {
  const text = withSecondPet(lines.map((field) => `    ${field}`).join(',\n'));
  const fixture = await ownFixture(text);

  await expect(loadPets({ ...seeded, fixture })).rejects.toThrow(says);
});

test.for([
  ['an object', '{\n"pets": []}', 'it must be a JSON array of Pet (section 2)'],
  ['an array of something else', '[\n  7\n]', 'pet 1 must be an object (section 2)'],
  ['nothing', '', 'line 1: it is not JSON'],
  ['a comma too many', '[\n{"id":1,"name":"a","categoryId":1},\n]', 'line 3: it is not JSON'],
  ['an array that does not end', '[\n\n', 'line 3: it is not JSON'],
] as const)('rejects a file with %s', async ([, text, says]) => {
  const fixture = await ownFixture(text);

  await expect(loadPets({ ...seeded, fixture })).rejects.toThrow(`The fixture ${fixture}, ${says}`);
});

test('rejects a file that is not UTF-8', async () => {
  const fixture = await ownFixture(Buffer.from('[{"id":1,"name":"Zoë","categoryId":1}]', 'latin1'));

  await expect(loadPets({ ...seeded, fixture })).rejects.toThrow(
    `got "${fixture}", which is not UTF-8. Save it as UTF-8.`,
  );
});

test('does not start with a broken fixture', async () => {
  const fixture = await ownFixture('[{ "id": 1 }]');

  await expect(startSimulator({ fixture })).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(
      /, pet 1, name is required .* A pet is \{"id": 1, "name": "Max", /,
    ),
  });
});

test('lists the fixtures for an unknown one', async () => {
  await expect(startSimulator({ fixture: 'every-statuses' })).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(
      /every-status,.*"every-statuses".* Did you mean every-status\?$/,
    ),
  });
});

test('reads a fixture again after a failed request, also with a byte order mark and CRLF', async () => {
  const path = await ownFixture('[');
  const { fetch } = createSimulator({ fixture: path });
  const list = () => fetch('/v1/pets', { headers: { Authorization: 'Bearer test-key' } });
  await expect(list()).rejects.toThrow(UsageError);

  await writeFile(path, '\ufeff[\r\n{"id":7,"name":"Rex","categoryId":2}]\r\n');

  expect(await (await list()).json()).toMatchObject([{ id: 7 }]);
});

test('starts with a saved response of the list, and resets to a number of others', async () => {
  const path = await ownFixture(
    '[{"id":51,"name":"Rex","categoryId":2},{"id":3,"name":"Max","categoryId":1}]',
  );

  const simulator = await start({ fixture: path });
  const response = await fetch(`${simulator.url}/pets`, {
    headers: { Authorization: `Bearer ${simulator.apiKey}` },
  });

  expect(await response.json()).toEqual([
    { id: 51, name: 'Rex', categoryId: 2 },
    { id: 3, name: 'Max', categoryId: 1 },
  ]);
  const sandbox = simulator.sandbox();
  await sandbox.reset({ pets: 3 });
  expect(await sandbox.pets.list()).toHaveLength(3);
});
