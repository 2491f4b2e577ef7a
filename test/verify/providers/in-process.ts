import { setImmediate as yieldToTimers } from 'node:timers/promises';
import type { VerificationReport } from '../../../src/index.js';
import { labelOptions, readOptions } from '../../../src/options/option.js';
import { type VerifyOptions, verifyOptionTable } from '../../../src/options/verify-options.js';
import { runVerification } from '../../../src/verify/run.js';
import type { Fetch } from '../../../src/verify/send/client.js';
import { type Answer, callOf } from './call.js';
import type { Service } from './service.js';

const headersOf = ({ headers }: Answer) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  );

/** Calls a service without any network, so that nothing of how it sends its answers is seen. */
export function fetchFrom(service: Service) {
  return async (
    url: string,
    { method = 'GET', headers: sent, body, signal }: RequestInit,
  ): Promise<Response> => {
    const { host, pathname, search } = new URL(url);
    const isStream = body instanceof ReadableStream;
    const chunked = isStream && { 'transfer-encoding': 'chunked' };
    const headers = { host, ...Object.fromEntries(new Headers(sent)), ...chunked };
    const bytes = Buffer.from(await new Response(body ?? '').arrayBuffer());
    const target = pathname + search;
    const call = callOf({ method, headers, body: bytes, target }, service.base);
    // Otherwise services that wait would starve beside concurrent ones that don't.
    await yieldToTimers();
    const answer = await service.answer(call);
    signal?.throwIfAborted();
    const { status } = answer;
    return new Response(status === 204 ? null : (answer.body as BodyInit), {
      status,
      headers: headersOf(answer),
    });
  };
}

export type ServiceFetch = ReturnType<typeof fetchFrom>;

/** The options of a verification, with all defaults. */
export const resolveOptions = (options: VerifyOptions) =>
  readOptions(verifyOptionTable, labelOptions(options, verifyOptionTable, String), String);

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

const speedup = 10;

/** A service that waits a tenth of the time, so that verifications are quick. */
const hastened = (base: new () => Service) =>
  class extends base {
    override wait(milliseconds: number) {
      return super.wait(milliseconds / speedup);
    }
  };

/**
 * `verify` without the network, of a section or as a whole.
 *
 * @param wrap puts something in front of the service
 */
export async function verifyInProcess(
  variant: new () => Service,
  timeout: number,
  section?: string,
  wrap: (fetch: ServiceFetch, base: string) => ServiceFetch = (fetch) => fetch,
): Promise<VerificationReport> {
  const service = new (hastened(variant))();
  const options = {
    ...(service.categoryId !== undefined && { categoryId: service.categoryId }),
    ...(section !== undefined && { only: section }),
    timeout,
    // Sped up like the service.
    rereadAfter: verifyOptionTable.rereadAfter.default / speedup,
  };
  const fetch = wrap(fetchFrom(service), `http://provider${service.base}`);
  return verifyService(service, options, undefined, fetch).finally(() => service.close());
}
