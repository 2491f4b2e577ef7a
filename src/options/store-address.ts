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

const decode = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);

function parse(text: string): StoreAddress | undefined {
  const [start = '', secure, sentinel] = /^(?:valkey|redis)(s?)(-sentinel)?:\/\//.exec(text) ?? [];
  // Each node may have the scheme, too.
  const rest = text.slice(start.length).replaceAll(`,${start}`, ',');
  const [, credentials = '', hosts = '', path = ''] =
    /^(?:([^@/]*)@)?([^@/]+)\/?([^?#@]*)$/.exec(rest) ?? [];
  const nodes = hosts.split(',').map((host) => {
    // As http, because URLs of other schemes may have no host.
    const { hostname, port } = new URL(`http://${host}`);
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (sentinel ? 26_379 : 6_379)),
    };
  });
  const kind = sentinel ? 'sentinel' : nodes.length > 1 ? 'cluster' : 'node';
  const paths = {
    node: /^()([0-9]{0,6})$/,
    cluster: /^()(0?)$/,
    sentinel: /^([^/]+)\/?([0-9]{0,6})$/,
  };
  const [, master, database] = paths[kind].exec(path) ?? [];
  if (start === '' || database === undefined) {
    return undefined;
  }
  const [username, ...password] = credentials.split(':');
  return {
    kind,
    nodes,
    tls: secure === 's',
    username: decode(username),
    password: decode(password.join(':')),
    master: decode(master),
    database: Number(database),
  };
}

/**
 * Reads the URL of a store: `valkey://user:password@host:6379/2`, several nodes of a cluster with commas
 * between them, or `valkey-sentinel://sentinel-1,sentinel-2/master`.
 */
export function readStoreAddress(raw: unknown): StoreAddress | undefined {
  try {
    return typeof raw === 'string' ? parse(raw.trim()) : undefined;
  } catch {
    // A host that is none, or a percent sign that encodes nothing.
    return undefined;
  }
}
