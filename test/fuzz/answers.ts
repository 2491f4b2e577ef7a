/** A response as it arrived; every character of the body is one byte. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

interface Found {
  readonly answer: Answer;
  /** Where the next response begins. */
  readonly end: number;
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const earlier = headers.get(name);
    const value = line.slice(colon + 1).trim();
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

/** Reads a chunked body (RFC 9112, 7.1); nothing when it isn't complete. */
function readChunks(text: string, from: number): { body: string; end: number } | undefined {
  let body = '';
  for (let at = from; ; ) {
    const line = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, line), 16);
    const next = line + 2 + size + 2;
    if (line < 0 || next > text.length) {
      return undefined;
    }
    if (size === 0) {
      return { body, end: next };
    }
    body += text.slice(line + 2, line + 2 + size);
    at = next;
  }
}

/**
 * Reads the response that begins at a place, past interim ones such as 100 Continue; nothing when it isn't
 * complete.
 *
 * @param text the bytes of the connection as Latin-1
 * @param method of the request, as a response to HEAD has no body
 */
export function readAnswer(text: string, from: number, method: string): Found | undefined {
  const headEnd = text.indexOf('\r\n\r\n', from);
  if (headEnd < 0) {
    return undefined;
  }
  const [first = '', ...lines] = text.slice(from, headEnd).split('\r\n');
  const start = headEnd + 4;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (Number.isNaN(status)) {
    throw new Error(`This is no response: ${JSON.stringify(text.slice(from, from + 200))}`);
  }
  if (status < 200) {
    return readAnswer(text, start, method);
  }
  const headers = readHeaders(lines);
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  if (bodiless) {
    return { answer: { status, headers, body: '' }, end: start };
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = readChunks(text, start);
    return chunks && { answer: { status, headers, body: chunks.body }, end: chunks.end };
  }
  const end = start + Number(headers.get('content-length') ?? 0);
  return end > text.length
    ? undefined
    : { answer: { status, headers, body: text.slice(start, end) }, end };
}
