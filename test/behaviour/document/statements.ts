import { readText } from '../../../scripts/doc-tables.js';

/** `## 2. Resources and their fields`, `### 4.1 List all animals`; others belong to their section. */
const numberedHeading = /^#{2,3} (\d+(?:\.\d+)*)\.? /;
const bullet = /^(?:- |\d+\. )/m;

function sentences(text: string): string[] {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? [] : line.split(/(?<=\.) (?=[A-Z`])/);
}

/** Each row but the head and the rule beneath it; an empty cell says nothing. */
function rows(table: string): string[] {
  const [, , ...data] = table.split('\n');
  return data.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    return cells.filter((cell) => cell !== '').join(' | ');
  });
}

function statementsOfBlock(block: string): string[] {
  return block.startsWith('|') ? rows(block) : block.split(bullet).flatMap(sentences);
}

/** The text of the interface document. */
export const readInterface = () => readText('spec/interface.md');

/** What the interface document states, by section: its sentences, list items and table rows, in order. */
export function readStatements(): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const block of readInterface()
    .trim()
    .split(/\n{2,}/)) {
    const section = numberedHeading.exec(block)?.[1];
    if (section !== undefined) {
      current = [];
      sections.set(section, current);
    } else if (!block.startsWith('#')) {
      current.push(...statementsOfBlock(block));
    }
  }
  return sections;
}
