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

const scheme = /^(?:valkey|redis)(s?)(-sentinel)?:\/\//;
const maxNodes = 100;
const maxDatabase = 1_000_000;

function splitNodes(text: string, isSentinel: boolean): StoreAddress['nodes'] | undefined {
  const nodes = text.split(',').map((host) => {
    const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?$/.exec(host);
    const port = Number(match?.[2] ?? (isSentinel ? 26_379 : 6_379));
    return { host: match?.[1]?.replace(/^\[|\]$/g, '') ?? '', port };
  });
  const isLegal = nodes.every(({ host, port }) => host !== '' && port >= 1 && port <= 65_535);
  return isLegal && nodes.length <= maxNodes ? nodes : undefined;
}

function decode(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : decodeURIComponent(text);
}

function parse(text: string): StoreAddress | undefined {
  const [start = '', secure, sentinel] = scheme.exec(text) ?? [];
  const isSentinel = sentinel !== undefined;
  const match = /^(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)((?:\/[^/?#@]*)*)$/.exec(
    text.slice(start.length).replaceAll(`,${start}`, ','),
  );
  const nodes = splitNodes(match?.[3] ?? '', isSentinel);
  const path = (match?.[4] ?? '').split('/').slice(1);
  const master = isSentinel ? decode(path.shift()) : undefined;
  const database = path[0] || '0';
  const isCluster = !isSentinel && (nodes?.length ?? 0) > 1;
  if (
    start === '' ||
    nodes === undefined ||
    path.length > 1 ||
    !/^[0-9]{1,7}$/.test(database) ||
    Number(database) > (isCluster ? 0 : maxDatabase) ||
    (isSentinel && master === undefined)
  ) {
    return undefined;
  }
  return Object.freeze({
    kind: isSentinel ? 'sentinel' : isCluster ? 'cluster' : 'node',
    nodes,
    tls: secure === 's',
    username: decode(match?.[1]),
    password: decode(match?.[2]),
    database: Number(database),
    master,
  });
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

/** Formats an address without its user and password. */
export function formatStoreAddress(address: StoreAddress): string {
  const { kind, nodes, tls, database, master } = address;
  const hosts = nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  const path = [...(master === undefined ? [] : [master]), ...(database === 0 ? [] : [database])];
  const name = `valkey${tls ? 's' : ''}${kind === 'sentinel' ? '-sentinel' : ''}`;
  return [`${name}://${hosts.join(',')}`, ...path].join('/');
}
