/** What a terminal or a line-based tool could take for something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Nobody's text can forge a line, or steer a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
