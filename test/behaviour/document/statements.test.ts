import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentStatements, readInterface, statementsIn } from './statements.js';

/** Everything that is written, without the marks of Markdown. */
function words(text: string): string[] {
  return text.replaceAll('|', ' ').split(/\s+/).filter(Boolean);
}

test('reads sentences, list items and table rows as statements of their section', () => {
  const markdown = `# Title

Before all sections.

## 2. First

One sentence. \`code\` begins
another; version 1.0.0 ends none.

### Without a number

| Head | Head |
| ---- | ---- |
| a    |      |
| b    | c d. |

### 4.1 Second

1. An item. It has two sentences.
2. Another one
`;

  expect([...statementsIn(markdown)]).toEqual([
    ['2', ['One sentence.', '`code` begins another; version 1.0.0 ends none.', 'a', 'b | c d.']],
    ['4.1', ['An item.', 'It has two sentences.', 'Another one']],
  ]);
});

test('loses no word of sections 2 to 9', () => {
  const [, sections = ''] = readInterface().split(/^(?=## 2\.)/m);
  const headings = /^#.*$/gm;
  const tableHeads = /^\|.*\n\|[ |-]+\|$/gm;
  const bullets = /^(?:-|\d+\.) /gm;
  const text = sections.replace(headings, '').replace(tableHeads, '').replace(bullets, '');

  expect([...documentStatements().values()].flat().flatMap(words)).toEqual(words(text));
});

test('tests every section of the document, and no other', () => {
  const texts = readdirSync(new URL('.', import.meta.url))
    .filter((file) => file.startsWith('section-') && file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));

  const tested = texts.flatMap((text) => [...text.matchAll(/\bsectionTests\('([^']*)'\)/g)]);

  expect(tested.map(([, section]) => section).sort()).toEqual([...documentStatements().keys()]);
});
