import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One way in which a shop uses the service, as the recorder noted it in the contract. */
export interface Use {
  readonly operation: 'listPets' | 'createPet' | 'getPet';
  readonly status: number;
  /** What was sent, or what was wrong with it. */
  readonly sent: Readonly<Record<string, string>>;
  /** The fields of the response that the shop reads. */
  readonly reads: readonly string[];
}

/** An example shop, and what its tests recorded. */
export interface Shop {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly uses: readonly Use[];
  readonly descriptions: readonly string[];
}

interface Recorded {
  readonly interactions: readonly {
    readonly description: string;
    readonly comments: { readonly use: Omit<Use, 'reads'> & { readonly needs?: string[] } };
  }[];
}

const allFields = {
  Pet: ['id', 'name', 'categoryId', 'status'],
  Error: ['code', 'message', 'status'],
};

function readUses({ interactions }: Recorded): Use[] {
  const uses = interactions.map(({ comments: { use } }): Use => {
    const { operation, status, sent, needs } = use;
    return { operation, status, sent, reads: needs ?? allFields[status < 400 ? 'Pet' : 'Error'] };
  });
  // One use may take several interactions.
  return [...new Map(uses.map((use) => [formatUse(use), use])).values()];
}

export const formatUse = ({ operation, status, sent }: Use) =>
  [operation, status, ...Object.entries(sent).map((pair) => pair.join('='))].join(' ');

function readShop(example: string): Shop {
  const name = `${example}-shop`;
  const path = `../../examples/${example}/contracts/${name}.json`;
  const file = fileURLToPath(new URL(path, import.meta.url));
  const text = readFileSync(file, 'utf8');
  const recorded = JSON.parse(text) as Recorded;
  const descriptions = recorded.interactions.map(({ description }) => description);
  return { name, file, text, uses: readUses(recorded), descriptions };
}

/** The example shops, whose contracts are committed. */
export const shops: readonly Shop[] = ['curl', 'playwright', 'vitest'].map(readShop);
