import { recordPact } from '../../../src/contract/pact.js';
import { type ExcludedRequest, Recorder } from '../../../src/contract/recorder.js';
import { type Choices, resolveChoices } from '../../../src/document/open-points.js';
import type { Needs } from '../../../src/document/pet.js';
import { readExchange } from '../../../src/engine/exchange.js';
import type { SandboxSettings } from '../../../src/engine/sandbox.js';
import type { LocalSandboxes } from '../../../src/engine/sandboxes.js';
import { createRequest, engineOf } from '../engine/engine.js';

/** A request as a consumer's test sends it; a `body` that is no text is sent as JSON. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const rex = { name: 'Rex', categoryId: 2 };

export const prefer = (prefer: string) => ({ prefer });

export const redact = (text: string) => text.replaceAll('test-key', '***');

export function createEngine(choices: Partial<Choices> = {}): LocalSandboxes {
  return engineOf(resolveChoices('default', choices));
}

/** Sends a request of a consumer, and records it. */
export function send(engine: LocalSandboxes, recorder: Recorder, sent: Sent): void {
  const { path, body, headers, method = body === undefined ? 'GET' : 'POST' } = sent;
  const [before = '', query = ''] = path.split('?');
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const request = createRequest({
    method,
    path: before.startsWith('/sandboxes') ? before : `/v1${before}`,
    query,
    ...(headers && { headers }),
    ...(text !== undefined && { body: text }),
  });
  recorder.add(readExchange(engine.answer(request).entry));
}

interface Contract {
  readonly interactions: readonly {
    readonly description: string;
    readonly providerStates?: readonly { readonly name: string; readonly params?: object }[];
    readonly response: { readonly status: number; readonly body?: { readonly content: unknown } };
  }[];
}

/** Writes the contract of what was recorded. */
export function write(recorder: Recorder, needs: Needs = {}) {
  const { text, excluded } = recordPact(
    recorder,
    { consumer: 'shop' },
    { consumer: undefined, needs },
  );
  const contract = JSON.parse(text) as Contract;
  const descriptions = contract.interactions.map(({ description }) => description);
  return { text, contract, descriptions, excluded: excluded as readonly ExcludedRequest[] };
}

/** Sends requests to a fresh simulator, and returns the contract of their consumer. */
export function record(
  requests: readonly Sent[],
  choices: Partial<Choices> = {},
  needs: Needs = {},
) {
  const engine = createEngine(choices);
  const recorder = new Recorder(redact);
  for (const sent of requests) {
    send(engine, recorder, sent);
  }
  return write(recorder, needs);
}

/** Changes the settings of a sandbox. */
export function setSettings(
  engine: LocalSandboxes,
  sandbox: string,
  change: Partial<SandboxSettings>,
): void {
  const { settings } = engine.start;
  engine.control(sandbox, 'setSettings', { ...settings, ...change });
}
