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
  const indented = text.replace(token, (part) => {
    depth += /^[[{]$/.test(part) ? 1 : /^[\]}]$/.test(part) ? -1 : 0;
    const line = `\n${'  '.repeat(Math.max(depth, 0))}`;
    if (/^[[{,]$/.test(part)) {
      return part + line;
    }
    return /^[\]}]$/.test(part) ? line + part : part === ':' ? ': ' : part.trim();
  });
  return indented.trimEnd();
}
