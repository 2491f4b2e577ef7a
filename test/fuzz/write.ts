import fc from 'fast-check';

/** How the body of a request is sent. */
export type Framing =
  | 'none'
  | 'length'
  | 'expected'
  | { readonly chunk: number; readonly more: string };

export const framing: fc.Arbitrary<Framing> = fc.oneof(
  fc.constantFrom<Framing>('length', 'length', 'expected'),
  fc.record({
    chunk: fc.integer({ min: 1, max: 50 }),
    more: fc.constantFrom('', ';a=b', ';x="\\""'),
  }),
);

interface Parts {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly framing: Framing;
}

function writeChunks(body: string, size: number, more: string): string {
  let chunks = '';
  // Large bodies have large chunks, so that a request stays readable.
  const step = Math.max(size, Math.ceil(body.length / 50));
  for (let at = 0; at < body.length; at += step) {
    const part = body.slice(at, at + step);
    chunks += `${part.length.toString(16)}${more}\r\n${part}\r\n`;
  }
  return `${chunks}0\r\n\r\n`;
}

function frame(framing: Framing, body: string): { lines: string[]; sent: string } {
  switch (framing) {
    case 'none':
      return { lines: [], sent: '' };
    case 'length':
      return { lines: [`Content-Length: ${body.length}`], sent: body };
    case 'expected':
      return { lines: [`Content-Length: ${body.length}`, 'Expect: 100-continue'], sent: body };
    default:
      return {
        lines: ['Transfer-Encoding: chunked'],
        sent: writeChunks(body, framing.chunk, framing.more),
      };
  }
}

/** Writes a request; each character is one byte. */
export function write({ method, target, headers, body, framing }: Parts): string {
  const { lines, sent } = frame(framing, body);
  const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, ...lines];
  return `${head.join('\r\n')}\r\n\r\n${sent}`;
}
