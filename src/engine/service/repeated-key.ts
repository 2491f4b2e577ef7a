/** Where the string that begins at `start` ends: its closing quote. */
function endOfString(text: string, start: number): number {
  let end = start;
  let escaped: boolean;
  do {
    end = text.indexOf('"', end + 1);
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') {
      backslashes += 1;
    }
    escaped = backslashes % 2 === 1;
  } while (escaped);
  return end;
}

const beforeValue = /\s*:/y;

function isKey(text: string, end: number): boolean {
  beforeValue.lastIndex = end + 1;
  return beforeValue.test(text);
}

/**
 * The first key that an object has twice, if it has. The parser notices only keys whose values differ;
 * which of two the client meant is unclear all the same (RFC 8259, 4).
 *
 * @param text valid JSON
 */
export function repeatedKey(text: string): string | undefined {
  const keys = new Set<string>();
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (character === '"') {
      const end = endOfString(text, index);
      if (depth === 1 && isKey(text, end)) {
        const key = JSON.parse(text.slice(index, end + 1)) as string;
        if (keys.has(key)) {
          return key;
        }
        keys.add(key);
      }
      index = end;
    }
  }
  return undefined;
}
