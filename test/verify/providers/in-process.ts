import { setImmediate as yieldToTimers } from 'node:timers/promises';
import type { VerificationReport } from '../../../src/index.js';
import { labelOptions } from '../../../src/options/option.js';
import {
  resolveVerifyOptions,
  type VerifyOptions,
  verifyOptionNames,
  verifyOptionTable,
} from '../../../src/options/verify-options.js';
import { runVerification } from '../../../src/verify/run.js';
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
    const headers = { host, ...Object.fromEntries(new Headers(sent)) };
    const bytes = Buffer.from((body ?? '') as string | Uint8Array);
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
  resolveVerifyOptions(labelOptions(options, verifyOptionNames, String), String);

const speedup = 10;

/** A service that waits a tenth of the time, so that verifications are quick. */
const hastened = (base: new () => Service) =>
  class extends base {
    override wait(milliseconds: number) {
      return super.wait(milliseconds / speedup);
    }
  };

/** Opens a service that is called without a network. */
function startInProcess(variant: new () => Service) {
  const service = new (hastened(variant))();
  service.open();
  return {
    url: `http://provider${service.base}`,
    apiKey: service.apiKey,
    categoryId: service.categoryId?.toString(),
    fetch: fetchFrom(service),
    close: async () => service.close(),
  };
}

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
  const { url, apiKey, categoryId, fetch, close } = startInProcess(variant);
  const options = resolveOptions({
    url,
    apiKey,
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(section === undefined ? {} : { only: section }),
    timeout,
    // Sped up like the service.
    rereadAfter: verifyOptionTable.rereadAfter.default / speedup,
  });
  return runVerification(options, undefined, wrap(fetch, url)).finally(close);
}
