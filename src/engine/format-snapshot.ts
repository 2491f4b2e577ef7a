import { stringify } from 'lossless-json';
import type { Snapshot } from './snapshot.js';

/** Formats a list as a member of an object, with one line for each item. */
function formatList(name: string, items: readonly unknown[], margin: string): string {
  const lines = items.map((item) => `\n${margin}    ${stringify(item)}`);
  return `${margin}  "${name}": [${lines.join(',')}${lines.length > 0 ? `\n${margin}  ` : ''}]`;
}

/** Formats a snapshot with one line for each pet and each rule, for people and for diffs. */
export function formatSnapshot(snapshot: Snapshot, margin = ''): string {
  const members = Object.entries(snapshot).map(([name, value]) =>
    Array.isArray(value)
      ? formatList(name, value, margin)
      : `${margin}  ${JSON.stringify(name)}: ${stringify(value)}`,
  );
  return `{\n${members.join(',\n')}\n${margin}}`;
}
