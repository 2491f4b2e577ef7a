/** A string, an empty array or object, a character of JSON's structure, or space between them. */
const token = /"(?:[^"\\]|\\.)*(?:"|$)|\[\s*\]|\{\s*\}|[{}[\],:]|\s+/gs;

/**
 * Indents JSON, or the beginning of JSON. The text of every value stays as it is: a number that is parsed
 * loses the last digits of an int64. Other text stays as a whole.
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) {
    return text;
  }
  let depth = 0;
  const breakLine = () => `\n${'  '.repeat(Math.max(depth, 0))}`;
  const indented = text.replace(token, (part) => {
    switch (part) {
      case '{':
      case '[':
        depth += 1;
        return part + breakLine();
      case '}':
      case ']':
        depth -= 1;
        return breakLine() + part;
      case ',':
        return part + breakLine();
      case ':':
        return ': ';
      default:
        return part.trim();
    }
  });
  return indented.trimEnd();
}
