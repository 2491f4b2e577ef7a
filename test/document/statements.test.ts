import { expect, test } from 'vitest';
import { compare, documentStatements, readInterface, statementsIn } from './statements.js';

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

test('reports a new sentence as missing', () => {
  const gained = `${readInterface()}4. A new promise.\n`;
  const stated = documentStatements(gained).get('9') ?? [];
  const tested = documentStatements().get('9') ?? [];

  const differences = compare(stated, tested);

  expect(differences).toEqual({ missing: ['A new promise.'], unknown: [], repeated: [] });
});

test('requires tests for a new section', () => {
  const gained = `${readInterface()}\n## 10. New\n\nA new promise.\n`;

  expect(documentStatements(gained).get('10')).toEqual(['A new promise.']);
});

test('reports a test that no sentence names', () => {
  const differences = compare(['A.', 'B.'], ['A.', 'B', 'B.']);

  expect(differences).toEqual({ missing: [], unknown: ['B'], repeated: [] });
});

test('reports a second test for a sentence', () => {
  const differences = compare(['A.', 'B.'], ['A.', 'B.', 'B.']);

  expect(differences).toEqual({ missing: [], unknown: [], repeated: ['B.', 'B.'] });
});
