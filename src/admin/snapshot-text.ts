import { stringify } from 'lossless-json';
import type { CatalogueContent } from '../engine/pets/catalogue.js';
import { scanPet } from '../engine/pets/pet.js';
import type { SandboxState } from '../engine/sandbox/state.js';
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

/** The stored texts of the pets that are not removed, the oldest first. */
export function* listPetTexts({
  seeded,
  added,
  addedCount,
  replaced,
}: CatalogueContent): Generator<string> {
  const total = seeded.length + addedCount;
  for (let place = 0; place < total; place += 1) {
    const original = place < seeded.length ? seeded[place] : added[place - seeded.length];
    const replacement = replaced.get(place);
    const json = replacement === undefined ? (original as string) : replacement;
    if (json !== null) {
      yield json;
    }
  }
}

function* formatPets(content: CatalogueContent): Generator<string> {
  for (const json of listPetTexts(content)) {
    yield formatSnapshotPet(json);
  }
}

/** The identifiers of removed pets that a scheme could assign again, each once. */
function* formatRemoved(content: CatalogueContent): Generator<string> {
  const { seeded, added, replaced, retired, numbered } = content;
  const ids = new Set(retired);
  for (const [place, replacement] of replaced) {
    if (replacement === null) {
      const json = place < seeded.length ? seeded[place] : added[place - seeded.length];
      ids.add(scanPet(json as string).id);
    }
  }
  for (const id of ids) {
    // Every scheme goes on beyond this number.
    if (BigInt(id) > numbered) {
      yield JSON.stringify(id);
    }
  }
}

function countSeeded({ seeded, replaced }: CatalogueContent): number {
  let count = seeded.length;
  for (const [place, replacement] of replaced) {
    count -= place < seeded.length && replacement === null ? 1 : 0;
  }
  return count;
}

/** Formats an object with one line for each field and for each item of a list. */
function* formatLines(
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

/** Formats the state of a sandbox, with one line for each pet and each rule, for people and for diffs. */
export function formatSnapshot(state: SandboxState, margin = ''): Generator<string> {
  const { seed, choices, latency, clock, answered, rules, rulesAdded, numbered } = state;
  const settings = { seed, choices, latency, clock, answered, rulesAdded };
  const ruleTexts = rules.map((rule) => stringify(toRuleState(rule)) as string);
  const removed = [...formatRemoved(state)];
  return formatLines(
    { snapshot: 1, ...settings, numbered, seeded: countSeeded(state) },
    { rules: ruleTexts, ...(removed.length > 0 && { removed }), pets: formatPets(state) },
    margin,
  );
}
