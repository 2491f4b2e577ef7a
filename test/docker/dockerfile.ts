import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, ModifiableInstruction } from 'dockerfile-ast';
import { root } from '../package/packed.js';

/** One line of a Dockerfile: `COPY --from=build /app/dist ./dist`. */
export interface Instruction {
  readonly keyword: string;
  /** Without flags. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string>>;
}

/** What follows a FROM. */
export interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

export const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

export function readStages(text = dockerfile): Stage[] {
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getRawArgumentsContent()?.split(/\s+/) ?? [];
    const said = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
    const flags = Object.fromEntries(said.map((flag) => [flag.getName(), flag.getValue() ?? '']));
    if (keyword === 'FROM') {
      stages.push({ image: words[0] ?? '', name: words[2], instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ keyword, words, flags });
    }
  }
  return stages;
}

/** The last instruction of that kind of a stage, which is the one that counts. */
export function lastOf({ instructions }: Stage, keyword: string): Instruction {
  const found = instructions.findLast((instruction) => instruction.keyword === keyword);
  if (found === undefined) {
    throw new Error(`The Dockerfile has no ${keyword} where one was expected`);
  }
  return found;
}

/** The words of a command in exec form, with which no shell stands between Docker and the program. */
export function execForm({ keyword, words }: Instruction): string[] {
  const text = words.join(' ').replace(/^CMD /, '');
  if (!text.startsWith('[')) {
    throw new Error(`${keyword} of the Dockerfile is not in exec form: ${text}`);
  }
  return JSON.parse(text) as string[];
}
