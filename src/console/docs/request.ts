/** Requests of the page at `/docs`, and code that sends them. */
import { formatCurl } from '../../base/curl.js';
import { type Fields, formatQuery } from '../router.js';
import { newLine } from '../traffic/copy.js';

/** A request with the texts of a form; no text becomes a number, which would lose the last digits of an int64. */
export function buildRequest(
  { method, path }: Readonly<Record<'method' | 'path', string>>,
  fields: Fields,
  page: string,
) {
  const { key, sandbox, Prefer, body = '', petId = '', ...query } = fields;
  // The page is at `/docs`, also behind a prefix.
  const base = sandbox ? `sandboxes/${encodeURIComponent(sandbox)}/v1` : 'v1';
  // Until an identifier is there, the URL has its name.
  const target = path.replace('{petId}', encodeURIComponent(petId) || 'petId') + formatQuery(query);
  const headers = {
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(Prefer && { Prefer }),
  };
  return { href: new URL(base + target, page).href, method, headers, body };
}

export type Request = ReturnType<typeof buildRequest>;

/** Code that sends a request, by its language. */
export const snippets = {
  curl: ({ href, method, headers, body }: Request) =>
    formatCurl(
      { method, url: href, headers: Object.entries(headers), body: body || undefined },
      {},
      newLine,
    ),
  fetch: ({ href, method, headers, body }: Request) =>
    // The body as a template keeps its lines.
    `const response = await fetch(${JSON.stringify(href)}, {
  method: '${method}',
  headers: ${JSON.stringify(headers)},${
    body &&
    `
  body: \`${body.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\`,`
  }
});
console.log(response.status, await response.text());`,
};
