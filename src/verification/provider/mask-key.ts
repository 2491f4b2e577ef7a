/** Shorter ones are part of many a word: without them a text would be garbled, and nothing hidden. */
const shortest = 4;

/** As much of the Base64 of a text as doesn't depend on what follows it, as in `Basic` credentials. */
function startOfBase64(text: string, encoding: 'base64' | 'base64url'): string {
  const bytes = Buffer.from(text);
  return bytes.toString(encoding).slice(0, Math.floor((bytes.length * 8) / 6));
}

/** What a key looks like in what a provider may send back: also nearly whole, as it was tried. */
function formsOf(key: string): string[] {
  const reversed = [...key].reverse().join('');
  const encoded = (['base64', 'base64url'] as const).map((form) => startOfBase64(key, form));
  const plain = [key, key.slice(0, -1), reversed].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
  ]);
  return [...new Set([...plain, ...encoded])]
    .filter(({ length }) => length >= shortest)
    .sort((one, other) => other.length - one.length);
}

/** Makes something that hides a key in texts that are shown. */
export function keyMask(key: string): (text: string) => string {
  const forms = key.length < shortest ? [] : formsOf(key);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}
