import { documentPaths, readText } from '../../../scripts/doc-tables.js';

/** A fenced block of a document. */
interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** A block that is run or read, and the block after it that shows its output. */
export interface Snippet extends Block {
  /** The path of the document. */
  readonly file: string;
  readonly output: Block | undefined;
}

const runnable = ['sh', 'ts'];
/** Blocks of tools that are not here: they are only parsed. */
const readable = ['js', 'jsonc', 'python', 'ruby', 'go', 'java', 'yaml'];
const outputs = ['json', 'http', 'text'];

function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** The file that a block names in its first line: `// client.mjs`. */
export function fileName({ text }: Pick<Block, 'text'>): string | undefined {
  return /^\/\/ (\S+\.\w+)\n/.exec(text)?.[1];
}

/** The files that commands of a document run, by their names. */
export function readFiles(path: string): Map<string, string> {
  const blocks = readBlocks(readText(path));
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const named = blocks.flatMap((block) => {
    const name = fileName(block);
    const runs = commands.some((command) => command.includes(` ${name}`));
    return name !== undefined && runs ? [[name, block.text] as const] : [];
  });
  return new Map(named);
}

/** All snippets of a document; a block that is neither run, parsed nor an output is an error. */
function readSnippets(path: string): Snippet[] {
  const files = readFiles(path);
  const all = readBlocks(readText(path));
  const blocks = all.filter((block) => !files.has(fileName(block) ?? ''));
  return blocks.flatMap((block, index) => {
    if ([...runnable, ...readable].includes(block.language)) {
      const next = blocks[index + 1];
      const output = next && outputs.includes(next.language) ? next : undefined;
      return [{ ...block, file: path, output }];
    }
    const before = blocks[index - 1];
    if (!outputs.includes(block.language) || !before || !runnable.includes(before.language)) {
      throw new Error(`${path}:${block.line}: nothing runs this block of ${block.language}`);
    }
    return [];
  });
}

const snippets: readonly Snippet[] = documentPaths.flatMap(readSnippets);

export const snippetsIn = (language: string) =>
  snippets.filter((snippet) => snippet.language === language);

/** The commands of a snippet, without comments; a command goes on after a backslash. */
export function readCommands({ text }: Pick<Block, 'text'>): string[] {
  return text
    .trim()
    .replace(/ \\\n +/g, ' ')
    .split('\n')
    .map((command) => command.replace(/ +#.*$/, ''));
}

/** The exit code that a snippet announces: `# exits with 1`. */
export function announcedCode({ text }: Pick<Block, 'text'>): number {
  return Number(/# exits with (\d+)$/m.exec(text)?.[1] ?? 0);
}
