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

/** The name in `/sandboxes/<name>/__admin`; Express finds that path in any letter case. */
function sandboxOfPath({ baseUrl, path }: Request): string | undefined {
  const name = /^\/sandboxes\/([^/]+)\/__admin(?:\/|$)/i.exec(baseUrl + path)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** A parameter that came more than once selects no sandbox, whatever it says. */
function sandboxOfQuery({ sandbox }: Request['query']): string | undefined {
  return sandbox === undefined ? undefined : [sandbox].flat().join(' and ');
}

/**
 * The sandbox that a call of the simulator's own interface is about: by the key, the path or the header,
 * as everywhere, or by `?sandbox=` for those who can't send headers.
 *
 * @throws {Refusal} when two are selected, or a name can't be one
 */
export function selectedSandbox(request: Request, apiKeys: readonly string[]): string {
  return selectSandbox({
    key: sandboxOfSentKey(request, apiKeys),
    path: sandboxOfPath(request),
    header: request.get(sandboxHeader),
    query: sandboxOfQuery(request.query),
  });
}
