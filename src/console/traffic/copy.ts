import type { RuleInput } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import type { Fields } from '../components.js';

type Sent = Omit<RecordedExchange, 'reason'>;

/** Where the service is, and a key that it accepts if it may be shown. */
export interface Service {
  readonly origin: string;
  readonly apiKey?: string | undefined;
}

/** Headers that the client of a copy sets by itself, or that only fit the one that sent them. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|sec-.*)$/;

/** The headers of a copy; the simulator shows no keys, so one that works takes the place of what was sent. */
function listHeaders({ headers, status }: Sent, key: string): [name: string, value: string][] {
  return Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) =>
      name === 'authorization' && status !== 401 ? [name, `Bearer ${key}`] : [name, value],
    );
}

/** The key may have selected the sandbox, so the path does. Other paths than the service's have no sandbox. */
function formatUrl({ path, query, sandbox }: Sent, origin: string): string {
  const isByKey = sandbox !== 'default' && path.startsWith('/v1');
  return `${origin}${isByKey ? `/sandboxes/${sandbox}` : ''}${path}${query && `?${query}`}`;
}

/** A word for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `-X HEAD` would wait for a body that never comes. */
const formatMethod = (method: string) =>
  method === 'HEAD' ? '--head' : `-i -X ${quoteForShell(method)}`;

/** A command that sends the request again; without the default key, it has a variable in its place. */
export function formatCurl(exchange: Sent, { origin, apiKey }: Service): string {
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

/** The parts of a request to send it again, or a changed one: a header is a line. */
export function readRequest(exchange: Sent, { apiKey = '' }: Service) {
  const { method, body = '' } = exchange;
  const headers = listHeaders(exchange, apiKey).map((header) => header.join(': '));
  return { method, target: formatUrl(exchange, ''), headers: headers.join('\n'), body };
}

/**
 * Sends a request, and returns the status of its response, or what broke it.
 *
 * @throws {TypeError} when a browser sends no such request
 */
export async function send(fields: Fields, { origin }: Service): Promise<string> {
  const { method = '', target = '', headers = '', body } = fields;
  const request = new Request(origin + target, { method, body: body || null });
  for (const [, name = '', value = ''] of headers.matchAll(/^(.+?):(.*)$/gm)) {
    request.headers.set(name, value);
  }
  return fetch(request).then(
    ({ status }) => String(status),
    () => 'no answer',
  );
}

/** A rule for requests like this one. */
export function createRule({ operation, path, query }: Sent, effect: RuleInput): RuleInput {
  const match = {
    ...(operation === 'getPet' && { petId: decodeURIComponent(path.split('/').at(-1) ?? '') }),
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
  };
  return { operation, match: Object.keys(match).length > 0 ? match : undefined, ...effect };
}
