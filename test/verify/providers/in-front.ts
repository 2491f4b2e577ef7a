import type { JournalEntry } from '../../../src/engine/exchange.js';
import type { Forward } from '../../../src/engine/sandboxes.js';
import { startSimulator, type VerificationReport, verify } from '../../../src/index.js';
import { createFetch } from '../../../src/server/fetch.js';
import { createSandboxes } from '../../support/serve.js';
import { type ServiceFetch, verifyInProcess } from './in-process.js';
import { startProvider } from './provider.js';
import { Service } from './service.js';
import type { Variant } from './variant.js';

/** Puts the simulator in front of a service, without the network. */
function putInFront(fetch: ServiceFetch, base: string, onEntry: (entry: JournalEntry) => void) {
  const sandboxes = createSandboxes();
  const forward: Forward = async ({ method, query, headers, body, bytes }, path) => {
    const sent = bytes ?? body;
    const response = await fetch(`${base}${path}${query && `?${query}`}`, {
      method,
      headers,
      ...(sent !== undefined && { body: sent as BodyInit }),
    });
    const received = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(received);
    const { status, headers: got } = response;
    return { status, headers: [...got], body: text, bytes: received, decoded: received };
  };
  const front = createFetch({
    sandboxes: { answer: (request) => sandboxes.answerInFront(request, forward) },
    maxBody: 16 * 1024 ** 2,
    onExchange: ({ entry }) => onEntry(entry),
    origin: 'http://simulator',
  });
  return (url: string, init: RequestInit) => front(url.replace(base, 'http://simulator/v1'), init);
}

/** Verifies a service through the simulator, and returns the verdict with the mismatches on the way. */
export async function verifyInFront(
  { service }: Variant,
  timeout: number,
  section?: string,
): Promise<{ report: VerificationReport; mismatches: readonly string[] }> {
  if (service.prototype.send === Service.prototype.send) {
    const mismatches: string[] = [];
    const onEntry = ({ notes, request }: JournalEntry) => {
      for (const note of notes) {
        if (note.kind === 'mismatch') {
          const { expected, received } = note;
          mismatches.push(`${request.method} ${request.path}: ${expected}; ${received}`);
        }
      }
    };
    const report = await verifyInProcess(service, timeout, section, (fetch, base) =>
      putInFront(fetch, base, onEntry),
    );
    return { report, mismatches };
  }
  const provider = await startProvider(service);
  const { url: upstream, apiKey } = provider;
  const front = await startSimulator({ port: 0, upstream, logLevel: 'silent' });
  try {
    const only = section === undefined ? {} : { only: section };
    const report = await verify({ url: front.url, apiKey, timeout, ...only });
    const { notes } = front.summary();
    const found = notes.filter(({ kind }) => kind === 'mismatch');
    return { report, mismatches: found.map(({ message }) => String(message)) };
  } finally {
    await front.close();
    await provider.close();
  }
}
