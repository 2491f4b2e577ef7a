import { redactJson } from './redact-json.js';

/** Control characters, and those that break lines or reverse text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes what could forge a line of the log, or control a terminal. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** Escapes a line, also so that GitHub Actions takes none for a command: those begin with `::`. */
export const escapeLine = (line: string) => escapeUnprintable(line).replace(/^\s*:/, '\\u003a');

/** Replaces a key. */
export const redacted = '***';
/** Shorter keys are part of many words, so they are hidden only where they stand alone. */
const minKeyLength = 4;

/** Parts of names that say that the value is a key. */
const secretName =
  /(?<!idempotency[-_]?)key(?!word|board)|token|secret|passw|passphrase|pwd|auth(?!ors?\b)|jwt|session|credential|signature|cookie|c?srf/i;
/** Words that say so, but are part of others, such as `design`: `x-sig`, `xSig`. */
const secretWord = /(?:^|[^a-zA-Z])(?:[Ss]i[gd]|SI[GD])(?![a-zA-Z])|[a-z]Si[gd](?![a-z])/;

/** Whether a name says that the value is a key. */
const isSecretName = (name: string) => secretName.test(name) || secretWord.test(name);

/** The keys and the token that a simulator accepts. */
interface Secrets {
  readonly apiKey: readonly string[];
  readonly adminToken?: string | undefined;
}

/** Hides keys in everything that is shown or kept. */
export interface Redactor {
  /** Hides the simulator's own keys in any text. */
  text(text: string): string;
  /** Hides these keys in a query, and all values of parameters such as `token`. */
  query(query: string): string;
  /** Does the same in a path or URL with or without a query. */
  target(target: string): string;
  /**
   * Does the same in a body: in JSON, however keys are escaped, and in forms.
   *
   * @param isCut whether the text may end within a key
   */
  body(text: string, isCut?: boolean): string;
  /** Does the same in the value of a header by its lower-case name; its scheme stays. */
  header(name: string, value: string): string;
  /** Whether the name of a parameter, header or field says that it holds a key. */
  isSecret(name: string): boolean;
}

/** Finds the simulator's own keys in texts. */
class OwnKeys {
  readonly #long: readonly string[];
  readonly #short: readonly RegExp[];

  constructor({ apiKey, adminToken = '' }: Secrets) {
    const keys = [...apiKey, adminToken].filter((key) => key !== '');
    const forms = keys.flatMap((key) => [
      key,
      encodeURIComponent(key),
      JSON.stringify(key).slice(1, -1),
    ]);
    const long = forms.filter((key) => key.length >= minKeyLength);
    // Longest first, as one may begin with another.
    this.#long = [...new Set(long)].sort((one, other) => other.length - one.length);
    this.#short = keys
      .filter((key) => key.length < minKeyLength)
      .map((key) => {
        const escaped = key.replace(/[^a-z0-9]/gi, '\\$&');
        return new RegExp(`(?<![a-zA-Z0-9])${escaped}(?![a-zA-Z0-9])`, 'g');
      });
  }

  has(text: string): boolean {
    return (
      this.#long.some((key) => text.includes(key)) ||
      this.#short.some((key) => text.search(key) >= 0)
    );
  }

  hide(text: string): string {
    // Checked before anything is replaced, as hardly any line of the log has a key.
    if (!this.has(text)) {
      return text;
    }
    const shown = this.#long.reduce((rest, key) => rest.replaceAll(key, redacted), text);
    return this.#short.reduce((rest, key) => rest.replace(key, redacted), shown);
  }

  /** Hides the beginning of a key at the end of a text that was cut. */
  hideEnd(text: string): string {
    for (const key of this.#long) {
      for (let length = key.length - 1; length >= minKeyLength; length -= 1) {
        if (text.endsWith(key.slice(0, length))) {
          return text.slice(0, -length) + redacted;
        }
      }
    }
    return text;
  }
}

/** Decodes ASCII, of which keys consist; malformed text stays as it is. */
function decodeAscii(text: string): string {
  return text.includes('%')
    ? text.replace(/%([0-7][0-9a-f])/gi, (_sent, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Whether a value is an encoded URL or query with a parameter such as `token`. */
function isSecretUrl(value: string): boolean {
  const parameters = value.includes('%') ? decodeAscii(value).split(/[?&#]/) : [];
  return parameters.some((parameter) => {
    const end = parameter.indexOf('=');
    return end > 0 && isSecretName(parameter.slice(0, end));
  });
}

const scheme = /^(?:Basic|Bearer|Digest|DPoP|Negotiate)(?= )/i;

/** Creates a redactor for the keys and the token of a simulator. */
export function createRedactor(secrets: Secrets): Redactor {
  const keys = new OwnKeys(secrets);
  const isSecret = (name: string) => isSecretName(decodeAscii(name));
  const hideEncoded = (shown: string, parts: RegExp) =>
    shown.replace(parts, (part) =>
      part.includes('%') && keys.has(decodeAscii(part)) ? redacted : part,
    );
  const text = (sent: string) => {
    let shown = keys.hide(sent);
    if (shown.includes('%')) {
      // A key can be encoded in many ways; the part of a path or query that has it is hidden.
      shown = hideEncoded(hideEncoded(shown, /[^\s"/?&=]+/g), /[^\s"]+/g);
    }
    // Messages quote the beginning of long texts.
    return shown.includes('…')
      ? shown
          .split('…')
          .map((part) => keys.hideEnd(part))
          .join('…')
      : shown;
  };
  const parameter = (sent: string) => {
    const end = sent.indexOf('=');
    const name = sent.slice(0, Math.max(end, 0));
    const hidden = end >= 0 && (isSecret(name) || isSecretUrl(sent.slice(end + 1)));
    return hidden ? `${name}=${redacted}` : text(sent);
  };
  const isHarmless = (sent: string) =>
    !sent.includes('%') && !isSecretName(sent) && !keys.has(sent);
  const query = (sent: string) =>
    isHarmless(sent) ? sent : sent.split('&').map(parameter).join('&');
  const target = (sent: string) => {
    const mark = sent.indexOf('?');
    return mark < 0 ? text(sent) : `${text(sent.slice(0, mark))}?${query(sent.slice(mark + 1))}`;
  };
  const body = (shown: string, isCut = false) => {
    const whole = isCut ? keys.hideEnd(shown) : shown;
    if (!whole.includes('\\') && isHarmless(whole)) {
      return whole;
    }
    return /^\s*[[{"]/.test(whole)
      ? redactJson(whole, { text, isSecret: isSecretName })
      : query(whole);
  };
  const header = (name: string, value: string) => {
    if (isSecret(name)) {
      const shown = scheme.exec(value)?.[0];
      return shown === undefined ? redacted : `${shown} ${redacted}`;
    }
    // The password of a URL comes before its host.
    const isUrl = value.includes('://') || value.includes('?');
    return isUrl ? target(value.replace(/:\/\/[^/?#@]*@/g, `://${redacted}@`)) : text(value);
  };
  return { text, isSecret, query, target, body, header };
}
