import type { Request, RequestHandler, Response } from 'express';
import { sandboxHeader } from '../engine/interface/headers.js';
import { readSandboxFromKey, selectSandbox } from '../engine/sandbox/selection.js';
import { type ControlRequest, methodsOf } from './call.js';
import { ControlError } from './errors.js';
import { sendError } from './express-errors.js';
import type { AdminContext } from './router.js';

function sandboxOfSentKey(request: Request, apiKeys: readonly string[]): string | undefined {
  try {
    return readSandboxFromKey(request.get('authorization'), apiKeys);
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
 * @throws {SimulatorError} when two are selected, or a name can't be one
 */
export function selectedSandbox(request: Request, apiKeys: readonly string[]): string {
  return selectSandbox({
    key: sandboxOfSentKey(request, apiKeys),
    path: sandboxOfPath(request),
    header: request.get(sandboxHeader),
    query: sandboxOfQuery(request.query),
  });
}

/** What the query says, but for the sandbox. */
function queryOf({ url }: Request): URLSearchParams {
  const mark = url.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  query.delete('sandbox');
  return query;
}

/** Ends when the client goes away. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

function bodyOf({ body }: Request): string {
  if (!(body instanceof Uint8Array)) {
    return '';
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ControlError('malformed', 'The body must be UTF-8, as JSON is (RFC 8259, 8.1).');
  }
}

/** A call as plain values. */
export function called(
  request: Request,
  response: Response,
  { apiKeys }: AdminContext,
): ControlRequest {
  return {
    method: request.method,
    path: request.baseUrl.replace(/^.*\/__admin/i, '') + request.path,
    query: queryOf(request),
    sandbox: selectedSandbox(request, apiKeys),
    body: bodyOf(request),
    signal: signalOf(response),
  };
}

/** The methods of a path, as the header `Allow` lists them. */
export const allowed = (path: string) => [...methodsOf(path), 'OPTIONS'].join(', ');

/** Answers calls; of those that can't be done, it says why. */
export function answering(
  answer: (request: Request, response: Response) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof ControlError)) {
        throw error;
      }
      if (error.problem === 'methodNotAllowed') {
        response.set('Allow', allowed(request.path));
      }
      sendError(response, error.problem, error.message);
    }
  };
}
