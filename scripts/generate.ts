/**
 * Writes the committed files that derive from others: the default catalogue; the tables of the README and
 * docs/; the rooms in CONTRIBUTING. With `--check` it writes nothing, and exits with 1 when a file is stale. The documents themselves are
 * generated at every build (generate-documents.mjs).
 */
import { writeFileSync } from 'node:fs';
import { rooms } from '../test/architecture/rooms.js';
import { defaultFixture } from './default-fixture.js';
import { documentsWithTables, readText } from './doc-tables.js';

const root = new URL('../', import.meta.url);

const tableOfRooms = [
  '| room | contents |',
  '| --- | --- |',
  ...Object.entries(rooms).map(([room, contents]) => `| \`src/${room}\` | ${contents} |`),
].join('\n');

/** CONTRIBUTING with the rooms between its markers. */
const fillRooms = (text: string) =>
  text.replace(/(<!-- rooms -->)[\s\S]*?(<!-- end -->)/, `$1\n\n${tableOfRooms}\n\n$2`);

const outputs = {
  'fixtures/default.json': await defaultFixture(),
  'CONTRIBUTING.md': fillRooms(readText('CONTRIBUTING.md')),
  ...documentsWithTables(),
};

for (const [path, text] of Object.entries(outputs)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(new URL(path, root), text);
  } else if (readText(path) !== text) {
    console.error(`${path} is stale. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}
