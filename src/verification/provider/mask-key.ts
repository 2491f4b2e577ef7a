/** Shorter ones are part of many a word: without them a text would be garbled, and nothing hidden. */
const shortest = 4;
/** So much of the beginning of a key gives it away, when it is longer than that. */
const tellingLength = 8;

/** The same text inside JSON, inside JSON that is quoted in JSON, and in an address. */
function escaped(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1), encodeURIComponent(text)])];
}

interface Disguise {
  readonly form: string;
  /** What stands in its place. */
  readonly whole: string;
  readonly beginning: string;
}

function disguisesOf(key: string): Disguise[] {
  const told = (form: string, whole: string, name: string): Disguise[] =>
    escaped(form).map((one) => ({ form: one, whole, beginning: `(the beginning of ${name})` }));
  const inBase64 = [key, `${key}:`, `:${key}`].flatMap((text) =>
    told(Buffer.from(text).toString('base64'), '(the key in Base64)', 'the key in Base64'),
  );
  const reversed = [...key].reverse().join('');
  return [
    ...told(key, '***', 'the key'),
    ...told(reversed, '(the key reversed)', 'the key reversed'),
    ...inBase64,
  ];
}

/** How far two texts are the same, from a place in the first. */
function sameLength(text: string, from: number, form: string): number {
  let length = 0;
  while (length < form.length && text[from + length] === form[length]) {
    length += 1;
  }
  return length;
}

function maskBeginnings(text: string, { form, beginning }: Disguise): string {
  const telling = form.slice(0, tellingLength);
  let masked = '';
  let rest = 0;
  for (let at = text.indexOf(telling); at >= 0; at = text.indexOf(telling, rest)) {
    masked += text.slice(rest, at) + beginning;
    rest = at + sameLength(text, at, form);
  }
  return masked + text.slice(rest);
}

/**
 * A function that hides a key in texts: as it is, escaped, turned round, in Base64, and where only its
 * beginning is left, since texts are shortened and keys that are nearly right are tried.
 */
export function maskerOf(key: string): (text: string) => string {
  const disguises = key.length < shortest ? [] : disguisesOf(key);
  const long = disguises.filter(({ form }) => form.length > tellingLength);
  return (text) => {
    const masked = disguises.reduce(
      (rest, { form, whole }) => rest.replaceAll(form, () => whole),
      text,
    );
    return long.reduce(maskBeginnings, masked);
  };
}
