/** Decides which texts and names hold a key. */
interface JsonRedactor {
  text(text: string): string;
  isSecret(name: string): boolean;
}

/** A string, with its end or cut off; no other part of the pattern can match one again. */
const stringPattern = String.raw`"(?:[^"\\]+|\\[^]|\\$)*(?:"|$)`;
const token = new RegExp(String.raw`${stringPattern}|[{}[\],:]|\s+|[^"{}[\],:\s]+`, 'g');
const values = new RegExp(String.raw`${stringPattern}|-?\d[\d.eE+-]*`, 'g');

const hidden = '"***"';

function readString(written: string): string {
  if (!written.includes('\\')) {
    return written.slice(1, -1);
  }
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
  }
}

/** Hides the simulator's keys in a string, however it is escaped. */
function redactString(written: string, { text }: JsonRedactor): string {
  if (!written.includes('\\')) {
    return text(written);
  }
  const read = readString(written);
  const shown = text(read);
  return shown === read ? written : JSON.stringify(shown);
}

/**
 * Hides keys in JSON, or in the beginning of JSON: the simulator's own keys, and the values of fields
 * whose names say that they hold one. Everything else stays as it is written.
 */
export function redactJson(json: string, redactor: JsonRedactor): string {
  let shown = '';
  /** The last string; it is a name if a colon follows. */
  let name = '';
  let isNext = false;
  /** How deep the value that is hidden is open. */
  let depth = 0;
  for (const [part] of json.matchAll(token)) {
    const first = part[0] as string;
    const opens = first === '{' || first === '[';
    const closes = first === '}' || first === ']';
    if (depth > 0) {
      depth += opens ? 1 : closes ? -1 : 0;
    } else if (part.trim() === '') {
      shown += part;
    } else if (isNext && !closes && first !== ',') {
      shown += hidden;
      isNext = false;
      depth = opens ? 1 : 0;
    } else if (first === '"') {
      name = readString(part);
      shown += redactString(part, redactor);
    } else {
      isNext = first === ':' && redactor.isSecret(name);
      const value = redactor.text(part);
      shown += value === part ? part : hidden;
    }
  }
  return shown;
}

/** Replaces strings and numbers in a text that quotes JSON. */
export function replaceValues(text: string, shown: ReadonlyMap<string, string>): string {
  return text.replace(values, (written) => {
    const replacement = shown.get(written[0] === '"' ? readString(written) : written);
    return replacement === undefined ? written : JSON.stringify(replacement);
  });
}
