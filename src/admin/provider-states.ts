import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler, Router } from 'express';
import { createSandboxKey } from '../engine/sandbox/selection.js';
import { type StateChange, setUpState, WrongState } from '../verification/pact/provider-states.js';
import { AnimalStore } from '../verification/provider/animal-store.js';
import { VerificationPets } from '../verification/provider/pets.js';
import { probeProvider } from '../verification/provider/probe.js';
import { Provider } from '../verification/provider/provider.js';
import { createTransport } from '../verification/provider/transport.js';
import { CannotVerify, Inconclusive } from '../verification/result.js';
import { selectedSandbox } from './called.js';
import { sendError } from './express-errors.js';
import type { AdminContext } from './router.js';

/** Without any network, and no delay that was asked for is longer than a minute. */
const timeout = 120_000;
/** Many times what a verifier sends. */
const maxBytes = 100 * 1024;
const allowed = 'POST, OPTIONS';
const expected =
  'a JSON object as Pact\'s verifiers send it: {"state":"a pet exists","params":{"status":"sold"},"action":"setup"}';

/** The state change of a body; nothing when it isn't one. */
function readChange(text: unknown): (StateChange & { readonly action: unknown }) | undefined {
  try {
    const { state, params, action } = JSON.parse(String(text));
    const given = params ?? {};
    const legal = typeof state === 'string' && typeof given === 'object' && !Array.isArray(given);
    return legal ? { state, params: given, action } : undefined;
  } catch {
    return undefined;
  }
}

/** The pets of a sandbox; the key that it tells selects that sandbox. */
async function petsOf(sandbox: string, context: AdminContext): Promise<VerificationPets> {
  const { apiKey, fetch } = context;
  const valid = createSandboxKey(apiKey, sandbox);
  const transport = createTransport({ url: 'http://localhost/v1', timeout, fetch });
  const provider = new Provider(transport, { valid, invalid: `no-${apiKey}` }, false);
  const { categoryId } = await probeProvider(provider, undefined);
  return new VerificationPets(new AnimalStore(provider), categoryId, randomUUID().slice(0, 4));
}

function changeState(context: AdminContext): RequestHandler {
  return async (request: Request, response) => {
    const change = readChange(request.body);
    if (change === undefined) {
      sendError(response, 'malformed', `The body has to be ${expected}.`);
      return;
    }
    // What was created stays: a sandbox is cheaper to leave than to clean.
    if (change.action === 'teardown') {
      response.json({});
      return;
    }
    try {
      const sandbox = selectedSandbox(request, context.apiKeys);
      response.json(await setUpState(change, await petsOf(sandbox, context)));
    } catch (error) {
      if (error instanceof WrongState) {
        sendError(response, 'malformed', error.message);
      } else if (error instanceof Inconclusive || error instanceof CannotVerify) {
        sendError(response, 'conflict', `The state can't be set up here: ${error.message}`);
      } else {
        throw error;
      }
    }
  };
}

/** Sets up and tears down provider states, for any Pact verifier (`--state-change-url`). */
export function providerStateRoutes(context: AdminContext): Router {
  const router = Router();
  router.post('/', express.text({ type: () => true, limit: maxBytes }), changeState(context));
  router.options('/', (_request, response) => {
    response.set('Allow', allowed).status(204).end();
  });
  router.all('/', (_request, response) => {
    response.set('Allow', allowed);
    sendError(response, 'methodNotAllowed', `Use POST with ${expected}.`);
  });
  return router;
}
