import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A fenced block of a document. */
interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** A block that is run or read, and the block after it that says what comes of it. */
export interface Snippet extends Block {
  /** Of the document. */
  readonly file: string;
  readonly output: Block | undefined;
}

const runnable = ['sh', 'ts'];
/** Shown of tools that can't be had here; whether it can be read is all that is looked at. */
const readable = ['js', 'yaml'];
const outputs = ['json', 'http', 'text'];

/** A file of the project. */
export const textOf = (path: string) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

export const readme = textOf('README.md');
const guide = textOf('docs/ci.md');

function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** The name of the file that a block is: `// client.mjs` in its first line. */
export function fileName({ text }: Block): string | undefined {
  return /^\/\/ (\S+\.\w+)\n/.exec(text)?.[1];
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

/** All snippets of a document; a block that is neither run, read nor an output is an error. */
function readSnippets(path: string, markdown: string): Snippet[] {
  const file = basename(path);
  const files = readFiles(markdown);
  const blocks = readBlocks(markdown).filter((block) => !files.has(fileName(block) ?? ''));
  return blocks.flatMap((block, index) => {
    if ([...runnable, ...readable].includes(block.language)) {
      const next = blocks[index + 1];
      const output = next && outputs.includes(next.language) ? next : undefined;
      return [{ ...block, file, output }];
    }
    const before = blocks[index - 1];
    if (!outputs.includes(block.language) || !before || !runnable.includes(before.language)) {
      throw new Error(`${path}:${block.line}: nothing runs this block of ${block.language}`);
    }
    return [];
  });
}

export const readmeSnippets = readSnippets('README.md', readme);
/** Those of the page for CI. */
export const guideSnippets = readSnippets('docs/ci.md', guide);

export const commandsOf = (snippet: Snippet) => snippet.text.trim().split('\n');
