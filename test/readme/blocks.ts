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

/** The name of the file that a block is: `// client.mjs` in its first line. */
function fileName({ language, text }: Block): string | undefined {
  return language === 'js' ? /^\/\/ (\S+)\n/.exec(text)?.[1] : undefined;
}

/** The files that commands of the README run, by their names. */
export function readFiles(markdown = readme): Map<string, string> {
  const blocks = readBlocks(markdown);
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const named = blocks.flatMap((block) => {
    const name = fileName(block);
    const runs = commands.some((command) => command.includes(` ${name}`));
    return name !== undefined && runs ? [[name, block.text] as const] : [];
  });
  return new Map(named);
}

/** All snippets of the README; a block that is neither run nor an output is an error. */
export function readSnippets(markdown = readme): Snippet[] {
  const files = readFiles(markdown);
  const blocks = readBlocks(markdown).filter((block) => !files.has(fileName(block) ?? ''));
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
