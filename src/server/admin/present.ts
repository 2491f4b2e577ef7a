import { omitUndefined, tryParseJsonValue } from '../../document/json.js';
import type { Exchange } from '../../engine/exchange.js';
import type { Redact } from '../log/redactor.js';
import type { RecordedExchange } from './types.js';

/** An exchange as the admin interface shows it: without keys, and with its body as JSON if it is JSON. */
export function present(exchange: Exchange, redact: Redact): RecordedExchange {
  const { allow: _allow, needs: _needs, bodyCut, responseBodyCut, duration, ...fields } = exchange;
  const show = (text: string | undefined) => text && redact(text);
  const showHeaders = (headers: Exchange['headers']) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]));
  const body = show(exchange.body);
  return omitUndefined({
    ...fields,
    test: show(exchange.test),
    method: redact(exchange.method),
    path: redact(exchange.path),
    query: redact(exchange.query),
    headers: showHeaders(exchange.headers),
    body,
    bodyCut: bodyCut || undefined,
    json: body === undefined || bodyCut ? undefined : tryParseJsonValue(body),
    message: show(exchange.message),
    // To microseconds, which is what the clock of Node.js can tell apart.
    duration: duration && Math.round(duration * 1_000) / 1_000,
    responseHeaders: showHeaders(exchange.responseHeaders),
    responseBody: show(exchange.responseBody),
    responseBodyCut: responseBodyCut || undefined,
    notes: [...exchange.notes],
  });
}
