/** A string, another value, or a character of JSON's structure. */
const token = /"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]|[^"{}[\],:\s]+/gs;
/** Deeper values are indented no further: a text of brackets would grow by its square. */
const maxIndent = 20;

const opens = (part: string | undefined) => part === '{' || part === '[';

/**
 * Indents JSON, or the beginning of JSON. The text of every value stays as it is: a number that is parsed
 * loses the last digits of an int64. Other text stays as a whole.
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) {
    return text;
  }
  let depth = 0;
  let shown = '';
  let before: string | undefined;
  const breakLine = () => {
    shown += `\n${'  '.repeat(Math.min(depth, maxIndent))}`;
  };
  for (const [part] of text.matchAll(token)) {
    if (part === '}' || part === ']') {
      depth = Math.max(depth - 1, 0);
      if (!opens(before)) {
        breakLine();
      }
    } else if (opens(before) || before === ',') {
      breakLine();
    }
    shown += part === ':' ? ': ' : part;
    depth += opens(part) ? 1 : 0;
    before = part;
  }
  return shown;
}
