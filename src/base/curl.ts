/** A request as curl sends it. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

const escapeQuotes = (text: string) => text.replaceAll("'", String.raw`'\''`);

/**
 * Formats a request as a command for a POSIX shell. All of it is quoted, so it is safe to run whatever the request has.
 * Plain words have the quotes that the shells of Windows know, too.
 *
 * @param variables names of shell variables, by the texts that they stand for
 */
export function formatCurl(
  { method, url, headers, body }: CurlRequest,
  variables: Readonly<Record<string, string>> = {},
  separator = ' ',
): string {
  const quoteWord = (text: string) => {
    const known = Object.keys(variables).filter((one) => text.includes(one));
    if (known.length === 0) {
      return /^[\w :/.,?&=+@~;*<>-]*$/.test(text) ? `"${text}"` : `'${escapeQuotes(text)}'`;
    }
    // One may begin with another.
    const longestFirst = known.sort((one, other) => other.length - one.length);
    const pattern = longestFirst.map((one) => one.replace(/\W/g, String.raw`\$&`)).join('|');
    return text
      .split(new RegExp(`(${pattern})`))
      .map((part, index) =>
        index % 2 === 1 ? `"$${variables[part]}"` : part && `'${escapeQuotes(part)}'`,
      )
      .join('');
  };
  // `-X HEAD` would wait for a body that never comes.
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  const option = method === 'HEAD' ? '--head' : `-i${isDefault ? '' : ` -X ${quoteWord(method)}`}`;
  // Curl takes [a-z] and {a,b} in a URL for several URLs.
  const glob = /[[\]{}]/.test(url) ? ' --globoff' : '';
  // Curl adds the type of a form where there is none.
  const isTyped = body === undefined || headers.some(([name]) => /^content-type$/i.test(name));
  const lines = headers.map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`));
  return [
    `curl ${option}${glob} ${quoteWord(url)}`,
    ...[...lines, ...(isTyped ? [] : ['Content-Type:'])].map((line) => `-H ${quoteWord(line)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteWord(body)}`]),
  ].join(separator);
}
