import { readFileSync } from 'node:fs';

/** A fenced block of the README. */
interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** A block that is run, and the block after it that says what comes of it. */
export interface Snippet extends Block {
  readonly output: Block | undefined;
}

const runnable = ['sh', 'ts'];
const outputs = ['json', 'http', 'text'];

export const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** All snippets of the README; a block that is neither run nor an output is an error. */
export function readSnippets(markdown = readme): Snippet[] {
  const blocks = readBlocks(markdown);
  return blocks.flatMap((block, index) => {
    if (runnable.includes(block.language)) {
      const next = blocks[index + 1];
      const output = next && outputs.includes(next.language) ? next : undefined;
      return [{ ...block, output }];
    }
    const before = blocks[index - 1];
    if (!outputs.includes(block.language) || !before || !runnable.includes(before.language)) {
      throw new Error(`README.md:${block.line}: nothing runs this block of ${block.language}`);
    }
    return [];
  });
}

export const commandsOf = (snippet: Snippet) => snippet.text.trim().split('\n');
