/** Where the store of shared sandboxes is. */
export interface StoreAddress {
  readonly kind: 'node' | 'cluster' | 'sentinel';
  /** The node, some nodes of the cluster, or the sentinels. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The name that the sentinels know the node by. */
  readonly master: string | undefined;
}

const maxDatabase = 1_000_000;

function readNodes(text: string, defaultPort: number): StoreAddress['nodes'] | undefined {
  const nodes = text.split(',').map((node) => {
    const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?$/.exec(node);
    return { host: match?.[1]?.replace(/^\[|\]$/g, ''), port: Number(match?.[2] ?? defaultPort) };
  });
  return nodes.every(({ host, port }) => host !== undefined && port >= 1 && port <= 65_535)
    ? (nodes as { host: string; port: number }[])
    : undefined;
}

function parse(text: string): StoreAddress | undefined {
  const scheme = /^(?:valkey|redis)(s?)(-sentinel)?:\/\//.exec(text);
  const [start = '', secure, sentinel] = scheme ?? [];
  // Each node may have the scheme, too.
  const rest = text.slice(start.length).replaceAll(`,${start}`, ',');
  const parts = /^(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)((?:\/[^/?#@]*)*)$/.exec(rest);
  const nodes = readNodes(parts?.[3] ?? '', sentinel ? 26_379 : 6_379);
  if (scheme === null || nodes === undefined) {
    return undefined;
  }
  const decode = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  const path = (parts?.[4] ?? '').split('/').slice(1);
  const master = sentinel ? decode(path.shift()) : undefined;
  const [database = '', ...others] = path;
  const kind = sentinel ? 'sentinel' : nodes.length > 1 ? 'cluster' : 'node';
  const isLegal =
    others.length === 0 &&
    /^[0-9]{0,7}$/.test(database) &&
    Number(database) <= (kind === 'cluster' ? 0 : maxDatabase) &&
    (kind !== 'sentinel' || master !== undefined);
  const [username, password] = [decode(parts?.[1]), decode(parts?.[2])];
  const address = { kind, nodes, tls: secure === 's', username, password, master } as const;
  return isLegal ? Object.freeze({ ...address, database: Number(database) }) : undefined;
}

/**
 * Reads the URL of a store: `valkey://user:password@host:6379/2`, several nodes of a cluster with commas
 * between them, or `valkey-sentinel://sentinel-1,sentinel-2/master`.
 */
export function readStoreAddress(raw: unknown): StoreAddress | undefined {
  try {
    return typeof raw === 'string' ? parse(raw.trim()) : undefined;
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}
