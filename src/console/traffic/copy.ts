import type { Exchange } from '../../engine/exchange.js';
import type { RuleInput } from '../../engine/rules.js';

/** Headers that the client of a copy sets by itself, or that only fit the one that sent them. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|sec-.*)$/;

const listHeaders = ({ headers }: Exchange) =>
  Object.entries(headers).filter(([name]) => !ownHeaders.test(name));

/** The key may have selected the sandbox, so the path does. */
function formatUrl({ path, query, sandbox }: Exchange, origin: string): string {
  const isByKey = sandbox !== 'default' && !path.startsWith('/sandboxes/');
  return `${origin}${isByKey ? `/sandboxes/${sandbox}` : ''}${path}${query && `?${query}`}`;
}

/** A word for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `-X HEAD` would wait for a body that never comes. */
const formatMethod = (method: string) =>
  ({ GET: '-i', HEAD: '--head' })[method] ?? `-i -X ${quoteForShell(method)}`;

/** A command that sends the request again, with a variable in place of the key, which the simulator hides. */
export function formatCurl(exchange: Exchange, origin: string): string {
  const { method, body } = exchange;
  const headers = listHeaders(exchange).map(([name, value]) =>
    name === 'authorization'
      ? '-H "Authorization: Bearer $API_KEY"'
      : `-H ${quoteForShell(`${name}: ${value}`)}`,
  );
  return [
    `curl ${formatMethod(method)} ${quoteForShell(formatUrl(exchange, origin))}`,
    ...headers,
    ...(body ? [`--data-raw ${quoteForShell(body)}`] : []),
  ].join(' \\\n  ');
}

export function formatFetch(exchange: Exchange, origin: string): string {
  const { method, body } = exchange;
  const headers = Object.fromEntries(listHeaders(exchange));
  const init = JSON.stringify({ method, headers, ...(body && { body }) }, undefined, 2);
  const call = `await fetch(${JSON.stringify(formatUrl(exchange, origin))}, ${init});`;
  return call.replace(/^( +"authorization": ).*?(?=,?$)/m, '$1"Bearer " + apiKey');
}

/** A status for a request that succeeded: the rule shows how the app deals with a failure. */
const failure = 503;

/** A rule that answers the same request with the same error once, or with a 503. */
export function formatRule({ operation, path, query, status }: Exchange): string {
  const petId = operation === 'getPet' ? path.split('/').at(-1) : undefined;
  const match = {
    ...(petId && { petId: decodeURIComponent(petId) }),
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
  };
  const rule: RuleInput = {
    ...(operation && { operation }),
    ...(Object.keys(match).length > 0 && { match }),
    code: status >= 400 ? status : failure,
    times: 1,
  };
  return JSON.stringify(rule, undefined, 2);
}
