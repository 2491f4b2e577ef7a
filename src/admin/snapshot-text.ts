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

/** Formats all pets of a sandbox. */
export function* formatAllPets(content: CatalogueContent): Generator<string> {
  yield '{\n';
  yield* formatList('pets', formatPets(content), '');
  yield '\n}\n';
}

/** Formats the state of a sandbox, with one line for each pet and each rule, for people and for diffs. */
export function* formatSnapshot(state: SandboxState, margin = ''): Generator<string> {
  const { rules, numbered, seeded, added: _added, addedCount: _count, ...settings } = state;
  const fields = { snapshot: 1, ...settings, numbered, seeded: seeded.length };
  yield '{\n';
  for (const [name, value] of Object.entries(fields)) {
    yield `${margin}  "${name}": ${stringify(value)},\n`;
  }
  const ruleTexts = rules.map((rule) => stringify(toRuleState(rule)) as string);
  yield* formatList('rules', ruleTexts, margin);
  yield ',\n';
  yield* formatList('pets', formatPets(state), margin);
  yield `\n${margin}}`;
}
