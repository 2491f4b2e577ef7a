import type { RuleInput } from '../../engine/scenario.js';
import type { RecordedExchange } from '../../server/admin/journal-routes.js';
import type { Fields } from '../router.js';

type RequestRecord = Omit<RecordedExchange, 'reason'>;

/** The origin of the service, and a key that it accepts if the page may show one. */
export interface Service {
  readonly origin: string;
  readonly apiKey?: string | undefined;
}

/** Headers that the client of a copy sets by itself, or that only fit the one that sent them. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cache-control|pragma|dnt|priority|te|upgrade-insecure-requests|sec-.*)$/;

/**
 * The parts of a request to send it again, or a changed one: a header is a line. The simulator shows no keys, so one
 * that works takes the place of what was sent, or a variable for it.
 */
export function readJournalRequest(exchange: RequestRecord, { apiKey = '$API_KEY' }: Service) {
  const { method, path, query, sandbox, headers, body = '', status } = exchange;
  // The key may have selected the sandbox, so the path does. Other paths than the service's have no sandbox.
  const isByKey = sandbox !== 'default' && path.startsWith('/v1');
  const target = `${isByKey ? `/sandboxes/${sandbox}` : ''}${path}${query && `?${query}`}`;
  const lines = Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) =>
      name === 'authorization' && status !== 401
        ? `${name}: Bearer ${apiKey}`
        : `${name}: ${value}`,
    );
  return { method, target, headers: lines.join('\n'), body };
}

/** A word for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A command that sends a request; `headers` has a line for each. */
export function formatCommand(method: string, url: string, headers: string, body: string): string {
  const lines = headers.split('\n').filter(Boolean);
  return [
    // `-X HEAD` would wait for a body that never comes.
    `curl ${method === 'HEAD' ? '--head' : `-i -X ${quoteForShell(method)}`} ${quoteForShell(url)}`,
    ...lines.map(
      (line) => `-H ${line.endsWith('Bearer $API_KEY') ? `"${line}"` : quoteForShell(line)}`,
    ),
    ...(body ? [`--data-raw ${quoteForShell(body)}`] : []),
  ].join(' \\\n  ');
}

/** A command that sends the request of an exchange again. */
export function formatCurlOfExchange(exchange: RequestRecord, service: Service): string {
  const { method, target, headers, body } = readJournalRequest(exchange, service);
  return formatCommand(method, service.origin + target, headers, body);
}

/** Sends a request, unless a browser may not, and returns the status of its response, or what broke it. */
export async function sendExchange(fields: Fields, { origin }: Service): Promise<string> {
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

/** The effect of a rule that the fields of a form stand for: what is empty stays out. */
export const readEffect = ({ code, delay, times }: Fields): RuleInput => ({
  code: Number(code),
  delay: Number(delay) || undefined,
  times: Number(times) || undefined,
});

export function createRule(
  { operation, path, query }: RequestRecord,
  effect: RuleInput,
): RuleInput {
  const match = {
    ...(operation === 'getPet' && { petId: decodeURIComponent(path.split('/').at(-1) ?? '') }),
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
  };
  return { operation, match: Object.keys(match).length > 0 ? match : undefined, ...effect };
}
