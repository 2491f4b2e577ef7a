import { formatCurl } from '../../base/curl.js';
import { parseTarget } from '../../engine/route.js';
import type { Rule } from '../../engine/scenario.js';
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

/** The headers of a text with a line for each. */
const readLines = (headers: string) =>
  [...headers.matchAll(/^(.+?): *(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );

/** Continues a command of a POSIX shell on the next line. */
export const newLine = ' \\\n  ';

/** A command that sends the request of an exchange again. */
export function formatCurlOfExchange(exchange: RequestRecord, service: Service): string {
  const { method, target, headers, body } = readJournalRequest(exchange, service);
  const request = { method, url: service.origin + target, headers: readLines(headers) };
  return formatCurl({ ...request, body: body || undefined }, { $API_KEY: 'API_KEY' }, newLine);
}

/** Sends a request, unless a browser may not, and returns the status of its response, or what broke it. */
export async function sendExchange(fields: Fields, { origin }: Service): Promise<string> {
  const { method = '', target = '', headers = '', body } = fields;
  const request = new Request(origin + target, { method, body: body || null });
  for (const header of readLines(headers)) {
    request.headers.set(...header);
  }
  return fetch(request).then(
    ({ status }) => String(status),
    () => 'no answer',
  );
}

/** The rule for the next request like this one that the fields of a form stand for: what is empty stays out. */
export function createRule(
  { operation, path, query }: RequestRecord,
  { code, delay, times }: Fields,
): Rule {
  const petId = parseTarget(path)?.petId;
  const match = {
    ...(petId && { petId }),
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
  };
  return {
    operation,
    match: Object.keys(match).length > 0 ? match : undefined,
    code: Number(code),
    delay: Number(delay) || undefined,
    times: Number(times) || undefined,
  };
}
