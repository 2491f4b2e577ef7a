/** Shorter keys are part of many words: masking them would garble a text and hide nothing. */
const minKeyLength = 4;
/** The same in Base64, where any case matches. */
const minBase64Length = 6;
/** Shorter values of --header tend to be words. */
const minHeaderLength = 8;
/** In a longer key, a beginning of this length gives it away. */
const prefixLength = 8;

/** A form that a key may take in a text, and what replaces it. */
interface MaskedForm {
  /** In lower case: a text is compared without regard to case. */
  readonly form: string;
  readonly mask: string;
  readonly prefixMask: string;
  /** Characters that belong to the same value where they stand beside the form. */
  readonly beside?: RegExp;
}

const toLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The characters of Base64 that only a key decides, after that many other bytes. */
function encodeBase64(key: string, before: number): string {
  const bytes = Buffer.from(`${'\0'.repeat(before)}${key}`);
  const encoded = bytes.toString('base64');
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** @param what what a mask calls it: `the key` */
function listMaskedForms(secret: string, what: string): MaskedForm[] {
  const masked = (text: string, mask: string, name: string): MaskedForm => ({
    form: toLowerCase(text),
    mask,
    prefixMask: `(the beginning of ${name})`,
  });
  const inBase64 = [0, 1, 2]
    .map((before) => encodeBase64(secret, before))
    .filter((text) => text.length >= minBase64Length)
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
    .map((text) => ({
      ...masked(text, `(${what} in Base64)`, `${what} in Base64`),
      beside: /[\w+/=-]/,
    }));
  const hex = Buffer.from(secret).toString('hex');
  const rest = secret.slice(1);
  return [
    masked(secret, '***', what),
    // A check sends it after another character.
    ...(rest.length < prefixLength
      ? []
      : [masked(rest, `(the rest of ${what})`, `the rest of ${what}`)]),
    masked([...secret].reverse().join(''), `(${what} reversed)`, `${what} reversed`),
    masked(hex, `(${what} in hexadecimal)`, `${what} in hexadecimal`),
    ...inBase64,
  ];
}

/** A text without its escapes, and the places of its characters in the original; the last is its end. */
interface Decoded {
  readonly text: string;
  readonly places: readonly number[];
}

/** Escapes of JSON, URLs, and HTML. */
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,4});|&#([0-9]{1,5});|\\(["\\/])|&(quot|amp|lt|gt|apos);/gi;
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
};

function decodeEscapes({ text, places }: Decoded): Decoded {
  const parts: string[] = [];
  const decodedPlaces: number[] = [];
  let rest = 0;
  const copyTo = (end: number) => {
    parts.push(text.slice(rest, end));
    for (let at = rest; at < end; at += 1) {
      decodedPlaces.push(places[at] ?? 0);
    }
  };
  for (const found of text.matchAll(escapes)) {
    const [all, unicode, byte, percent, hex, decimal, plain, entity = ''] = found;
    const digits = unicode ?? byte ?? percent ?? hex;
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    copyTo(found.index);
    parts.push(plain ?? entities[toLowerCase(entity)] ?? String.fromCharCode(code));
    decodedPlaces.push(places[found.index] ?? 0);
    rest = found.index + all.length;
  }
  copyTo(text.length);
  decodedPlaces.push(places[text.length] ?? 0);
  return { text: parts.join(''), places: decodedPlaces };
}

/** JSON may be quoted in JSON, in a URL, in JSON. */
const maxEscapes = 4;

function decode(text: string): Decoded {
  let decoded: Decoded = { text, places: Array.from({ length: text.length + 1 }, (_, at) => at) };
  for (let rounds = 0; rounds < maxEscapes && /[\\%&]/.test(decoded.text); rounds += 1) {
    decoded = decodeEscapes(decoded);
  }
  return { ...decoded, text: toLowerCase(decoded.text) };
}

/** A part of a text, and what replaces it. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

/** Finds a form, or its beginning if that gives it away; takes linear time. */
function findForm(text: string, { form, mask, prefixMask, beside }: MaskedForm): Range[] {
  const ranges: Range[] = [];
  const prefix = form.slice(0, prefixLength);
  const isBeside = (at: number) => beside?.test(text[at] ?? ' ') ?? false;
  let rest = 0;
  for (let start = text.indexOf(prefix); start >= 0; start = text.indexOf(prefix, rest)) {
    let end = start + prefix.length;
    while (end - start < form.length && text[end] === form[end - start]) {
      end += 1;
    }
    const isWhole = end - start === form.length;
    while (start > rest && isBeside(start - 1)) {
      start -= 1;
    }
    while (isBeside(end)) {
      end += 1;
    }
    ranges.push({ start, end, mask: isWhole ? mask : prefixMask });
    rest = end;
  }
  return ranges;
}

/**
 * Creates a function that hides a key in texts: as it is or in other letters, escaped, reversed, in
 * hexadecimal, in Base64 (also within a longer value), and where only its beginning or its rest is left,
 * because texts are shortened and similar keys are sent. The same goes for values of headers.
 */
export function createMasker(
  key: string,
  headerValues: readonly string[] = [],
): (text: string) => string {
  const forms = [
    ...(key.length < minKeyLength ? [] : listMaskedForms(key, 'the key')),
    ...headerValues
      .filter(({ length }) => length >= minHeaderLength)
      .flatMap((value) => listMaskedForms(value, 'a header value')),
  ];
  return (text) => {
    const decoded = decode(text);
    const ranges = forms
      .flatMap((form) => findForm(decoded.text, form))
      // The longest first, where some begin at the same place.
      .sort((one, other) => one.start - other.start || other.end - one.end);
    let masked = '';
    let rest = 0;
    for (const { start, end, mask } of ranges) {
      const [from = 0, to = 0] = [decoded.places[start], decoded.places[end]];
      if (from >= rest) {
        masked += text.slice(rest, from) + mask;
      }
      rest = Math.max(rest, to);
    }
    return masked + text.slice(rest);
  };
}
