/** Writes DER (X.690), as much as a certificate needs. */

function writeLength(length: number): Buffer {
  if (length < 0x80) {
    return Buffer.from([length]);
  }
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

export function write(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), writeLength(content.length), content]);
}

export const sequence = (...members: readonly Uint8Array[]) => write(0x30, ...members);
export const set = (...members: readonly Uint8Array[]) => write(0x31, ...members);
export const octets = (content: Uint8Array) => write(0x04, content);
export const text = (content: string) => write(0x0c, Buffer.from(content));
export const bits = (content: Uint8Array) => write(0x03, Buffer.from([0]), content);
/** A positive integer, whose first byte is below 128. */
export const integer = (bytes: Uint8Array) => write(0x02, bytes);
export const yes = write(0x01, Buffer.from([0xff]));
/** An explicit tag of the structure that it stands in. */
export const tagged = (tag: number, content: Uint8Array) => write(0xa0 + tag, content);

/** An object identifier: `2.5.29.17`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = others.flatMap((part) => {
    const digits = [part % 128];
    for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128)) {
      digits.unshift(128 + (rest % 128));
    }
    return digits;
  });
  return write(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** A time; the form with four digits of the year begins in 2050 (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14);
  const [tag, content] = digits < '2050' ? [0x17, digits.slice(2)] : [0x18, digits];
  return write(tag, Buffer.from(`${content}Z`));
}
