import type { Exchange } from '../engine/exchange.js';

type WrittenExchange = Omit<Exchange, 'allow' | 'needs'>;

const listPairs = (fields: Iterable<readonly [string, string]>) =>
  [...fields].map(([name, value]) => ({ name, value }));

/** Sizes that the journal doesn't know (HAR 1.2). */
const unknown = -1;

function writeEntry(exchange: WrittenExchange) {
  const { method, status, body, bodyCut, responseBody = '', responseBodyCut, duration } = exchange;
  const { 'content-type': mimeType = '' } = exchange.responseHeaders;
  const isText = responseBody !== '' && !responseBodyCut;
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: unknown };
  const time = duration ?? 0;
  return {
    startedDateTime: exchange.time,
    time,
    request: {
      ...common,
      method,
      url: exchange.url,
      headers: listPairs(Object.entries(exchange.headers)),
      queryString: listPairs(new URLSearchParams(exchange.query)),
      bodySize: body === undefined ? 0 : unknown,
      ...(body !== undefined &&
        !bodyCut && {
          postData: { mimeType: exchange.headers['content-type'] ?? '', text: body },
        }),
    },
    response: {
      ...common,
      status,
      statusText: '',
      headers: listPairs(Object.entries(exchange.responseHeaders)),
      content: {
        size: responseBodyCut ? unknown : new TextEncoder().encode(responseBody).length,
        mimeType,
        ...(isText && { text: responseBody }),
      },
      redirectURL: exchange.responseHeaders.location ?? '',
      bodySize: unknown,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

/** Creates a HAR 1.2 of exchanges. Bodies of which the journal keeps the beginning are left out. */
export function createHar(exchanges: readonly WrittenExchange[]) {
  const creator = { name: 'animal-store-simulator', version: '1' };
  return { log: { version: '1.2', creator, entries: exchanges.map(writeEntry) } };
}
