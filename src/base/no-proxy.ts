const { env } = process;

/** Variables that keep the requests of a child to hosts away from a proxy: each client reads one of the two. */
export function createNoProxy(...hosts: readonly string[]) {
  // An asterisk stands for all hosts where it is alone.
  const extend = (list?: string) =>
    list === '*' ? list : [list, ...hosts].filter(Boolean).join(',');
  return {
    NO_PROXY: extend(env.NO_PROXY || env.no_proxy),
    no_proxy: extend(env.no_proxy || env.NO_PROXY),
  };
}
