import type { Request } from 'express';
import { sandboxHeader } from '../../engine/simulation/headers.js';
import { sandboxOfKey, selectSandbox } from '../../engine/simulation/sandbox-selection.js';

function sandboxOfSentKey(request: Request, apiKeys: readonly string[]): string | undefined {
  try {
    return sandboxOfKey(request.get('authorization'), apiKeys);
  } catch {
    // No key is asked for here, so one that isn't valid does no harm.
    return undefined;
  }
}

/**
 * The sandbox that a call of the simulator's own interface is about: by the key, the path or the header,
 * as everywhere, or by `?sandbox=` for those who can't send headers.
 *
 * @throws {Refusal} when two are selected, or a name can't be one
 */
export function selectedSandbox(request: Request, apiKeys: readonly string[]): string {
  const { sandbox: inQuery } = request.query;
  const inPath = /^\/sandboxes\/([^/]+)\/__admin(?:\/|$)/.exec(request.baseUrl + request.path)?.[1];
  const path = inPath === undefined ? undefined : decodeURIComponent(inPath);
  const byQuery = selectSandbox(
    undefined,
    path,
    inQuery === undefined ? undefined : String(inQuery),
  );
  const said = inQuery === undefined && path === undefined ? undefined : byQuery;
  return selectSandbox(sandboxOfSentKey(request, apiKeys), said, request.get(sandboxHeader));
}
