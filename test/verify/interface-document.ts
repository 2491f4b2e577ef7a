import { readFileSync } from 'node:fs';

/** A numbered section of the interface document, with all that stands below its heading. */
interface Section {
  readonly title: string;
  readonly text: string;
}

const markdown = readFileSync(new URL('../../spec/interface.md', import.meta.url), 'utf8');

/** Prose as it is, rows of tables without the bars at their ends, all of it without line breaks. */
export function plainText(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*\|(.*)\|\s*$/, '$1'));
  return lines.join('\n').replace(/\s+/g, ' ').trim();
}

const heading = /^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$/gm;

function readSections(): Map<string, Section> {
  const headings = [...markdown.matchAll(heading)];
  return new Map(
    headings.map((match, index) => {
      const [line, number = '', title = ''] = match;
      const text = markdown.slice(match.index + line.length, headings[index + 1]?.index);
      return [number, { title, text: plainText(text) }];
    }),
  );
}

/** By their numbers: `4.1`. What stands in 4.1 doesn't stand in 4. */
export const sections: ReadonlyMap<string, Section> = readSections();
