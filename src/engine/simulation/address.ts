import { versionPrefix } from '../service/route.js';

/** Where a path of the service leads. */
export interface Address {
  /** The sandbox that the path selects, as it was sent. */
  readonly sandbox: string | undefined;
  /** Relative to the address of the service: `/pets/5`. */
  readonly path: string;
}

const inSandbox = new RegExp(`^/sandboxes/([^/]*)${versionPrefix}(/.*)?$`);

/** Reads `/v1/…` and `/sandboxes/<name>/v1/…`; every other path isn't the service's. */
export function readAddress(path: string): Address | undefined {
  if (path.startsWith(`${versionPrefix}/`) || path === versionPrefix) {
    return { sandbox: undefined, path: path.slice(versionPrefix.length) };
  }
  const match = inSandbox.exec(path);
  return match === null ? undefined : { sandbox: match[1], path: match[2] ?? '' };
}
