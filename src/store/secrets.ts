import { createHash } from 'node:crypto';
import { type PetText, scanPet } from '../engine/pets/pet.js';
import { redacted } from '../log/redaction.js';

/** Begins and ends a placeholder. JSON escapes it, so it hardly ever stands in a text. */
const mark = '\u0001';
const placeholder = new RegExp(`${mark}(?:[0-9a-f]{16})?${mark}`, 'g');

/** The keys and the token of a simulator. */
interface Secrets {
  readonly apiKey: readonly string[];
  readonly adminToken?: string | undefined;
}

/** All texts within a value of JSON, also the names of members, mapped. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapTexts(item, map));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [map(name), mapTexts(inner, map)]),
  );
}

function joinPet({ id, name, categoryId, status, extra }: PetText): string {
  const written = status === undefined ? '' : `,"status":"${status}"`;
  return `{"id":${id},"name":${name},"categoryId":${categoryId}${written}${extra}}`;
}

/**
 * Keeps keys out of the store: placeholders stand for them, which only a process with the same keys can turn
 * back. Other processes show `***`.
 */
export class SecretHider {
  readonly #placeholders = new Map<string, string>();
  readonly #secrets = new Map<string, string>();
  /** The longest secret first, as one may begin with another. */
  readonly #pattern: RegExp;

  constructor({ apiKey, adminToken }: Secrets) {
    const own = [...apiKey, ...(adminToken === undefined ? [] : [adminToken])];
    const forms = own.flatMap((key) => [
      key,
      encodeURIComponent(key),
      JSON.stringify(key).slice(1, -1),
    ]);
    const texts = [...new Set(forms)].sort((one, other) => other.length - one.length);
    for (const text of texts) {
      const hash = createHash('sha256').update(`animal-store ${text}`).digest('hex');
      const shown = `${mark}${hash.slice(0, 16)}${mark}`;
      this.#placeholders.set(text, shown);
      this.#secrets.set(shown, text);
    }
    const escaped = texts.map((text) => text.replace(/[^a-zA-Z0-9]/g, '\\$&'));
    this.#pattern = new RegExp([...escaped, mark].join('|'), 'g');
  }

  hide(text: string): string {
    return text.search(this.#pattern) < 0
      ? text
      : text.replace(this.#pattern, (found) => this.#placeholders.get(found) ?? mark + mark);
  }

  /** Hides the secrets in the texts of a pet, which stays one that a catalogue can read. */
  hideInPet(json: string): string {
    if (this.hide(json) === json) {
      return json;
    }
    const pet = scanPet(json);
    return joinPet({ ...pet, name: this.hide(pet.name), extra: this.hide(pet.extra) });
  }

  show(text: string): string {
    return text.includes(mark)
      ? text.replace(placeholder, (found) =>
          found === mark + mark ? mark : (this.#secrets.get(found) ?? redacted),
        )
      : text;
  }

  /** Hides the secrets in all texts and names within plain data. */
  hideAll<Value>(value: Value): Value {
    return mapTexts(value, (text) => this.hide(text)) as Value;
  }

  showAll<Value>(value: Value): Value {
    return mapTexts(value, (text) => this.show(text)) as Value;
  }
}
