import { onTestFinished } from 'vitest';
import { brokenVariants } from './providers/broken.js';
import type { Answer, Call } from './providers/call.js';
import { doubtfulVariants } from './providers/doubtful.js';
import { legalVariants } from './providers/legal.js';
import { type Provider, startProvider } from './providers/provider.js';
import { Service } from './providers/service.js';

/** Starts the plain provider or another service; it is closed when the test ends. */
export async function openProvider(service?: new () => Service): Promise<Provider> {
  const provider = await startProvider(service);
  onTestFinished(() => provider.close());
  return provider;
}

/** The flags that every verification needs. */
export const flagsOf = ({ url, apiKey }: Pick<Provider, 'url' | 'apiKey'>) =>
  `--url ${url} --api-key ${apiKey}`.split(' ');

/** The service of any catalogue that differs from the plain one in this. */
export function serviceOf(name: string): new () => Service {
  const variant = [...brokenVariants, ...legalVariants, ...doubtfulVariants].find(
    (one) => one.name === name,
  );
  if (variant === undefined) {
    throw new Error(`There is no variant "${name}" any more.`);
  }
  return variant.service;
}

/** A call and its answer, as the provider saw them. */
interface Recorded {
  readonly call: Call;
  readonly answer: Answer;
}

/** A service that keeps what is called. */
export function recording(base: new () => Service = Service) {
  const recorded: Recorded[] = [];
  const service = class extends base {
    override async answer(call: Call) {
      const answer = await super.answer(call);
      recorded.push({ call, answer });
      return answer;
    }
  };
  return { service, recorded };
}
