import { stringify } from 'lossless-json';
import type { CatalogueContent } from '../engine/pets/catalogue.js';
import type { SandboxState } from '../engine/sandbox/sandbox.js';
import { toRuleState } from './rules.js';
import { formatSnapshotPet } from './snapshot-pet.js';

/** Formats a list as a member of an object, with one line for each item. */
function* formatList(name: string, items: Iterable<string>, margin: string): Generator<string> {
  yield `${margin}  "${name}": [`;
  let separator = `\n${margin}    `;
  let end = '';
  for (const item of items) {
    yield `${separator}${item}`;
    separator = `,\n${margin}    `;
    end = `\n${margin}  `;
  }
  yield `${end}]`;
}

function* formatPets({ seeded, added, addedCount }: CatalogueContent): Generator<string> {
  for (const json of seeded) {
    yield formatSnapshotPet(json);
  }
  for (let place = 0; place < addedCount; place += 1) {
    yield formatSnapshotPet(added[place] as string);
  }
}

/** Formats an object with one line for each field and for each item of a list. */
export function* formatLines(
  fields: object,
  lists: Readonly<Record<string, Iterable<string>>>,
  margin: string,
): Generator<string> {
  let separator = '{\n';
  for (const [name, value] of Object.entries(fields)) {
    yield `${separator}${margin}  ${JSON.stringify(name)}: ${stringify(value)}`;
    separator = ',\n';
  }
  for (const [name, items] of Object.entries(lists)) {
    yield separator;
    yield* formatList(name, items, margin);
    separator = ',\n';
  }
  yield `\n${margin}}`;
}

/** Formats all pets of a sandbox. */
export function formatAllPets(content: CatalogueContent): Generator<string> {
  return formatLines({}, { pets: formatPets(content) }, '');
}

/** Formats the state of a sandbox, with one line for each pet and each rule, for people and for diffs. */
export function formatSnapshot(state: SandboxState, margin = ''): Generator<string> {
  const { rules, numbered, seeded, added: _added, addedCount: _count, ...settings } = state;
  const ruleTexts = rules.map((rule) => stringify(toRuleState(rule)) as string);
  return formatLines(
    { snapshot: 1, ...settings, numbered, seeded: seeded.length },
    { rules: ruleTexts, pets: formatPets(state) },
    margin,
  );
}
