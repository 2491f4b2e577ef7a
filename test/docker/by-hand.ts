import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../package/packed.js';
import type { Instruction, Stage } from './dockerfile.js';

/** What a stage has come to: its files are in a folder that stands for `/`. */
interface Performed {
  readonly folder: string;
  workdir: string;
  readonly environment: Record<string, string>;
}

const run = promisify(execFile);

/** Performs the instructions of a Dockerfile with the files of the checkout, in folders, without Docker. */
export class DockerfileByHand {
  readonly #folder: string;
  readonly #stages = new Map<string, Performed>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async perform(stage: Stage, number: number): Promise<Performed> {
    const folder = join(this.#folder, String(number));
    const performed: Performed = { folder, workdir: '/', environment: {} };
    this.#stages.set(stage.name ?? String(number), performed);
    for (const instruction of stage.instructions) {
      await this.#step(performed, instruction);
    }
    return performed;
  }

  async #step(stage: Performed, { keyword, words, flags }: Instruction): Promise<void> {
    if (keyword === 'WORKDIR') {
      stage.workdir = words[0] as string;
      await mkdir(join(stage.folder, stage.workdir), { recursive: true });
    } else if (keyword === 'ENV') {
      Object.assign(stage.environment, Object.fromEntries(words.map((word) => word.split('='))));
    } else if (keyword === 'COPY') {
      await this.#copy(stage, words, flags.from);
    } else if (keyword === 'RUN') {
      await this.#run(stage, words);
    }
  }

  async #copy(stage: Performed, words: readonly string[], from: string | undefined) {
    const source = from === undefined ? root : this.#stages.get(from)?.folder;
    const target = words.at(-1) as string;
    for (const word of words.slice(0, -1)) {
      const place = target.endsWith('/') ? posix.join(target, posix.basename(word)) : target;
      const path = join(stage.folder, posix.resolve(stage.workdir, place));
      await mkdir(dirname(path), { recursive: true });
      await cp(join(source as string, word), path, { recursive: true });
    }
  }

  async #run(stage: Performed, words: readonly string[]): Promise<void> {
    const cwd = join(stage.folder, stage.workdir);
    if (words.join(' ').startsWith('npm ci --ignore-scripts')) {
      // All packages: those that this checkout has.
      await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'));
      return;
    }
    const [program = '', ...args] = words;
    await run(program, args, { cwd, env: { ...process.env, ...stage.environment } });
  }
}
