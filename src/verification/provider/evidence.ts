import { Broken } from '../verdict.js';
import { describeCredential } from './credentials.js';
import type { Exchange, Provider, ProviderCall } from './provider.js';
import { NoAnswer, type RawAnswer } from './transport.js';

/** A call in words: `POST /pets {"name":"Rex"} without a key`. */
function describeCall(
  provider: Provider,
  { method, path, credential, body }: ProviderCall,
): string {
  const sent = body === undefined ? '' : ` ${body === '' ? '(an empty body)' : body}`;
  return provider.shown(`${method} ${path}${sent}${describeCredential(credential ?? 'valid')}`);
}

/** What came, in words: `404 {"code":…}`. */
export function describeAnswer(provider: Provider, answer: RawAnswer | NoAnswer): string {
  if (answer instanceof NoAnswer) {
    return `no answer: ${answer.message}`;
  }
  const text = new TextDecoder().decode(answer.bytes);
  const to = answer.headers.get('location');
  const redirected = answer.status >= 300 && answer.status < 400 && to !== null ? ` to ${to}` : '';
  return provider.shown(`${answer.status}${redirected} ${text === '' ? '(an empty body)' : text}`);
}

/** The error that says how an exchange breaks a promise; `why` is what is wrong with the answer. */
export function brokenBy(
  provider: Provider,
  { call, answer }: Exchange,
  expected: string,
  why?: string,
): Broken {
  const came = describeAnswer(provider, answer);
  return new Broken({
    sent: describeCall(provider, call),
    expected,
    came: why === undefined ? came : `${provider.shown(why)}: ${came}`,
  });
}
