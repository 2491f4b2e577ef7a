import type { Request } from 'express';
import { sandboxHeader } from '../../engine/simulation/headers.js';
import { selectSandbox } from '../../engine/simulation/sandbox-selection.js';

/**
 * The sandbox that a call of the simulator's own interface is about: by the header, as everywhere, or by
 * `?sandbox=` for those who can't send headers.
 *
 * @throws {Refusal} when two are selected, or a name can't be one
 */
export function selectedSandbox(request: Request): string {
  const { sandbox } = request.query;
  return selectSandbox(
    undefined,
    sandbox === undefined ? undefined : String(sandbox),
    request.get(sandboxHeader),
  );
}
