import type { VerificationReport, VerifyOptions } from '../../src/index.js';
import { runVerification } from '../../src/verify/run.js';
import type { Fetch } from '../../src/verify/send/client.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import type { Service } from './providers/service.js';

/** Verifies a service without a network. */
export function verifyService(
  service: Service,
  options: Partial<VerifyOptions> = {},
  signal?: AbortSignal,
  fetch: Fetch = fetchFrom(service),
): Promise<VerificationReport> {
  service.open();
  const { apiKey, base } = service;
  const target = { url: `http://provider${base}`, apiKey, rereadAfter: 0 };
  return runVerification(resolveOptions({ ...target, ...options }), signal, fetch);
}
