import type { Exchange } from '../../engine/exchange.js';
import type { RuleInput } from '../../engine/scenario.js';

/** Where the service is, and a key that it accepts if it may be shown. */
export interface Service {
  readonly origin: string;
  readonly apiKey?: string | undefined;
}

/** Headers that the client of a copy sets by itself, or that only fit the one that sent them. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|sec-.*)$/;

/** The headers of a copy; the simulator shows no keys, so one that works takes the place of what was sent. */
function listHeaders({ headers, status }: Exchange, key: string): [name: string, value: string][] {
  return Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) =>
      name === 'authorization' && status !== 401 ? [name, `Bearer ${key}`] : [name, value],
    );
}

/** The key may have selected the sandbox, so the path does. Other paths than the service's have no sandbox. */
function formatUrl({ path, query, sandbox }: Exchange, origin: string): string {
  const isByKey = sandbox !== 'default' && path.startsWith('/v1');
  return `${origin}${isByKey ? `/sandboxes/${sandbox}` : ''}${path}${query && `?${query}`}`;
}

/** A word for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `-X HEAD` would wait for a body that never comes. */
const formatMethod = (method: string) =>
  method === 'HEAD' ? '--head' : `-i -X ${quoteForShell(method)}`;

/** A command that sends the request again; without the default key, it has a variable in its place. */
export function formatCurl(exchange: Exchange, { origin, apiKey }: Service): string {
  const { method, body } = exchange;
  const headers = listHeaders(exchange, apiKey ?? '$API_KEY').map(([name, value]) =>
    value === 'Bearer $API_KEY'
      ? `-H "${name}: ${value}"`
      : `-H ${quoteForShell(`${name}: ${value}`)}`,
  );
  return [
    `curl ${formatMethod(method)} ${quoteForShell(formatUrl(exchange, origin))}`,
    ...headers,
    ...(body ? [`--data-raw ${quoteForShell(body)}`] : []),
  ].join(' \\\n  ');
}

/** Sends the request again, and returns the status of its response, or what broke it. */
export async function sendAgain(exchange: Exchange, { origin, apiKey }: Service): Promise<string> {
  const { method, body } = exchange;
  const headers = listHeaders(exchange, apiKey ?? '');
  return fetch(formatUrl(exchange, origin), { method, headers, body: body || null }).then(
    ({ status }) => String(status),
    () => 'no answer',
  );
}

/** A rule for requests like this one. */
export function createRule({ operation, path, query }: Exchange, effect: RuleInput): RuleInput {
  const match = {
    ...(operation === 'getPet' && { petId: decodeURIComponent(path.split('/').at(-1) ?? '') }),
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
  };
  return { operation, match: Object.keys(match).length > 0 ? match : undefined, ...effect };
}
