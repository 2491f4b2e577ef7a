import type { Exchange, RuleInput } from '../types.js';

/** Headers that the client of a copy sets by itself, or that only fit the one that sent them. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|sec-.*)$/;

/** The headers that matter, with a variable in place of the key, which the simulator hides. */
function listHeaders({ headers }: Exchange, variable: string): (readonly [string, string])[] {
  return Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => [name, name === 'authorization' ? `Bearer ${variable}` : value]);
}

/** The key may have selected the sandbox, so the path does. */
function formatUrl({ path, query, sandbox }: Exchange, origin: string): string {
  const isByKey = sandbox !== 'default' && !path.startsWith('/sandboxes/');
  const prefix = isByKey ? `/sandboxes/${sandbox}` : '';
  return `${origin}${prefix}${path}${query === '' ? '' : `?${query}`}`;
}

/** A word for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `-X HEAD` would wait for a body that never comes. */
const formatMethod = (method: string) =>
  ({ GET: '-i', HEAD: '--head' })[method] ?? `-i -X ${quoteForShell(method)}`;

/** A command that sends the request again. */
export function formatCurl(exchange: Exchange, origin: string): string {
  const { method, body } = exchange;
  const headers = listHeaders(exchange, '$API_KEY').map(([name, value]) =>
    name === 'authorization'
      ? `-H "Authorization: ${value}"`
      : `-H ${quoteForShell(`${name}: ${value}`)}`,
  );
  return [
    `curl ${formatMethod(method)} ${quoteForShell(formatUrl(exchange, origin))}`,
    ...headers,
    ...(body ? [`--data-raw ${quoteForShell(body)}`] : []),
  ].join(' \\\n  ');
}

/** A call of `fetch` that sends the request again. */
export function formatFetch(exchange: Exchange, origin: string): string {
  const { method, body } = exchange;
  const headers = listHeaders(exchange, '').map(([name, value]) =>
    name === 'authorization'
      ? '    authorization: "Bearer " + apiKey,'
      : `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    `await fetch(${JSON.stringify(formatUrl(exchange, origin))}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: {',
    ...headers,
    '  },',
    ...(body ? [`  body: ${JSON.stringify(body)},`] : []),
    '});',
  ].join('\n');
}

/** A status for a request that succeeded: the rule shows how the app deals with a failure. */
const failure = 503;

/** A rule that answers the same request with the same error once, or with a 503. */
export function formatRule(exchange: Exchange): string {
  const { operation, path, query, status } = exchange;
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
