import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../packed.js';

const run = promisify(execFile);

/** One line of a Dockerfile: `COPY --from=build /app/dist ./dist`. */
export interface Instruction {
  readonly keyword: string;
  /** Without flags. */
  readonly words: readonly string[];
  /** The stage that COPY takes files from. */
  readonly from: string | undefined;
}

/** What follows a FROM. */
export interface Stage {
  readonly image: string;
  readonly name: string;
  readonly instructions: Instruction[];
}

/** Reads the Dockerfile, which has an instruction in each line. */
export function readStages(): Stage[] {
  const stages: Stage[] = [];
  for (const line of readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n')) {
    const [keyword = '', ...parts] = line.split(/\s+/);
    if (keyword === 'FROM') {
      stages.push({ image: parts[0] ?? '', name: parts[2] ?? 'final', instructions: [] });
    } else if (/^[A-Z]+$/.test(keyword)) {
      const words = parts.filter((part) => keyword === 'RUN' || !part.startsWith('--'));
      const from = /--from=(\w+)/.exec(line)?.[1];
      stages.at(-1)?.instructions.push({ keyword, words, from });
    }
  }
  return stages;
}

/** The last instruction of that kind of a stage, which is the one that counts. */
export function findLast({ instructions }: Stage, keyword: string): Instruction {
  const found = instructions.findLast((instruction) => instruction.keyword === keyword);
  if (found === undefined) {
    throw new Error(`The Dockerfile has no ${keyword} where one was expected`);
  }
  return found;
}

/** The words of a command in exec form, with which no shell stands between Docker and the program. */
export const execForm = ({ words }: Instruction): string[] =>
  JSON.parse(words.join(' ').replace(/^CMD /, ''));

/** Performs a stage without Docker: its files are in a subfolder that stands for `/`. */
export async function performStage({ name, instructions }: Stage, folder: string) {
  const files = join(folder, name);
  const environment: Record<string, string> = {};
  let app = files;
  for (const { keyword, words, from } of instructions) {
    if (keyword === 'WORKDIR') {
      app = join(files, words[0] as string);
      await mkdir(app, { recursive: true });
    } else if (keyword === 'ENV') {
      Object.assign(environment, Object.fromEntries(words.map((word) => word.split('='))));
    } else if (keyword === 'COPY') {
      const target = words.at(-1) as string;
      for (const word of words.slice(0, -1)) {
        const path = resolve(app, target.endsWith('/') ? join(target, basename(word)) : target);
        await mkdir(dirname(path), { recursive: true });
        await cp(join(from === undefined ? root : join(folder, from), word), path, {
          recursive: true,
        });
      }
    } else if (keyword === 'RUN' && words.join(' ').startsWith('npm ci --ignore-scripts')) {
      // All packages: those that this checkout has.
      await symlink(join(root, 'node_modules'), join(app, 'node_modules'));
    } else if (keyword === 'RUN') {
      const [program = '', ...args] = words;
      await run(program, args, { cwd: app, env: { ...process.env, ...environment } });
    }
  }
  return { app, environment };
}
