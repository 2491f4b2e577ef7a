import { onTestFinished } from 'vitest';
import { resolveChoices } from '../../src/document/open-points.js';
import type { Answer } from '../../src/engine/handle.js';
import type { LocalSandboxes } from '../../src/engine/sandboxes.js';
import { type ListenOptions, listen } from '../../src/server/listen.js';
import { createService, type ObservedResponse } from '../../src/server/service.js';
import { createLazy } from '../../src/simulator/simulator.js';
import { engineOf } from '../unit/engine/engine.js';

const pets = Array.from({ length: 50 }, (_, index) => ({ name: `Pet ${index}`, categoryId: 2n }));

/** Sandboxes with 50 pets each. */
export const createSandboxes = (): LocalSandboxes => engineOf(resolveChoices('default'), pets);

/** Records what an observer receives. */
export function createRecorder() {
  const answers: Answer[] = [];
  const responses: ObservedResponse[] = [];
  const errors: unknown[] = [];
  return {
    answers,
    responses,
    errors,
    observer: {
      onExchange: (answer: Answer) => void answers.push(answer),
      onResponse: (response: ObservedResponse) => void responses.push(response),
      onError: (error: unknown) => void errors.push(error),
    },
  };
}

const createNothing = () => () => {
  throw new Error('These requests need no app.');
};

interface ServerOptions extends Partial<Omit<ListenOptions, 'service' | 'observer'>> {
  readonly maxBody?: number;
}

/** Starts a server that is closed when the test ends. */
export async function start({ maxBody = 1024 ** 2, ...options }: ServerOptions = {}) {
  const recorder = createRecorder();
  const { observer } = recorder;
  const sandboxes = createSandboxes();
  const service = createService({ sandboxes, maxBody, observer });
  const server = await listen({
    service,
    observer,
    host: '127.0.0.1',
    port: 0,
    tlsCert: undefined,
    tlsKey: undefined,
    shutdownDelay: 0,
    createApp: createNothing,
    ...options,
  });
  const close = createLazy(server.close);
  onTestFinished(close);
  return { ...server, close, ...recorder, sandboxes, url: `${server.origin}/v1` };
}
