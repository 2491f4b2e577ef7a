/** Begins every key, with the version of the format: processes of another version have other sandboxes. */
const prefix = 'animal-store:1';

/** The keys of a sandbox, in one slot of a cluster: `meta`, `log` and `checkpoint`. */
export function createSandboxKeys(name: string): [meta: string, log: string, checkpoint: string] {
  const own = `${prefix}:{${name}}`;
  return [`${own}:meta`, `${own}:log`, `${own}:checkpoint`];
}

export const createPetsKey = (hash: string) => `${prefix}:pets:${hash}`;

/** The sandboxes by their last use. */
export const indexKey = `${prefix}:index`;

/** The channel of a sandbox. Channels have no databases, so the name has one. */
export const createChannel = (database: number, name: string) =>
  `${prefix}:${database}:changed:${name}`;
