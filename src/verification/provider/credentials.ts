/** A credential that differs from the two keys sent as bearer tokens. */
export interface OtherCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** Follows a request: `GET /pets with the scheme Bearer and no key`. Without the key itself. */
  readonly description: string;
}

/** The key of a request, and how it is sent. */
export type Credential = 'valid' | 'invalid' | 'none' | OtherCredential;

export interface Keys {
  readonly valid: string;
  readonly invalid: string;
}

const authorization = (value: string, description: string): OtherCredential => ({
  headers: { Authorization: value },
  description,
});

/** The valid key, sent in other forms than section 5 requires. */
export function otherForms(key: string): OtherCredential[] {
  const basic = Buffer.from(`${key}:`).toString('base64');
  return [
    authorization(key, 'with the valid key and no scheme'),
    authorization('Bearer', 'with the scheme Bearer and no key'),
    authorization(`Basic ${key}`, 'with the valid key under the scheme Basic'),
    authorization(`Basic ${basic}`, 'with the valid key as the user of the scheme Basic'),
    authorization(`Token ${key}`, 'with the valid key under the scheme Token'),
    {
      headers: { 'X-API-Key': key },
      description: 'with the valid key only in the header X-API-Key',
    },
  ];
}

/**
 * Keys similar to the valid one. Left out are those that a provider may legally take for the same key:
 * Base64 that continues after its padding or is cut within it, and a token with dots, such as a JWT,
 * whose last character has bits that don't count.
 */
export function similarKeys(key: string): OtherCredential[] {
  const padded = key.endsWith('=');
  const similar: [key: string, description: string, leftOut?: boolean][] = [
    [`${key}~xx`, 'with the valid key followed by "~xx"', padded],
    [
      key.slice(0, -1),
      'with the valid key without its last character',
      padded || key.includes('.'),
    ],
    [[...key].reverse().join(''), 'with the valid key reversed'],
    ['x'.repeat(key.length), 'with as many x as the valid key has characters'],
    ['undefined', 'with the key "undefined"'],
    ['null', 'with the key "null"'],
  ];
  return similar
    .filter(([other, , leftOut = false]) => !leftOut && other !== '' && other !== key)
    .map(([other, description]) => authorization(`Bearer ${other}`, description));
}

/** Finds the credential that a request was sent with, by its Authorization header. */
export function findCredential(header: string | undefined, { valid, invalid }: Keys): Credential {
  switch (header) {
    case undefined:
      return 'none';
    case `Bearer ${valid}`:
      return 'valid';
    case `Bearer ${invalid}`:
      return 'invalid';
    default:
      return (
        otherForms(valid).find(({ headers }) => headers.Authorization === header) ??
        authorization(header, 'with the Authorization header in another form')
      );
  }
}

export function resolveCredential(credential: Credential | undefined, keys: Keys): OtherCredential {
  switch (credential) {
    case undefined:
    case 'valid':
      return authorization(`Bearer ${keys.valid}`, '');
    case 'invalid':
      return authorization(`Bearer ${keys.invalid}`, 'with an invalid key');
    case 'none':
      return { headers: {}, description: 'without a key' };
    default:
      return credential;
  }
}

/** Shorter keys are part of many words: masking them would garble a text and hide nothing. */
const minKeyLength = 4;
/** In a longer key, a beginning of this length gives it away. */
const prefixLength = 8;

/** The same text inside JSON, inside JSON that is quoted in JSON, and in a URL. */
function escapeVariants(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1), encodeURIComponent(text)])];
}

/** A form that a key may take in a text, and what replaces it. */
interface MaskedForm {
  readonly form: string;
  readonly mask: string;
  readonly prefixMask: string;
}

function listMaskedForms(key: string): MaskedForm[] {
  const masked = (text: string, mask: string, name: string): MaskedForm[] =>
    escapeVariants(text).map((form) => ({ form, mask, prefixMask: `(the beginning of ${name})` }));
  const inBase64 = [key, `${key}:`, `:${key}`].flatMap((text) =>
    masked(Buffer.from(text).toString('base64'), '(the key in Base64)', 'the key in Base64'),
  );
  const reversed = [...key].reverse().join('');
  return [
    ...masked(key, '***', 'the key'),
    ...masked(reversed, '(the key reversed)', 'the key reversed'),
    ...inBase64,
  ];
}

function maskPrefixes(text: string, { form, prefixMask }: MaskedForm): string {
  const prefix = form.slice(0, prefixLength);
  let masked = '';
  let rest = 0;
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, rest)) {
    masked += text.slice(rest, at) + prefixMask;
    let length = prefixLength;
    while (length < form.length && text[at + length] === form[length]) {
      length += 1;
    }
    rest = at + length;
  }
  return masked + text.slice(rest);
}

/**
 * Creates a function that hides a key in texts: as it is, escaped, reversed, in Base64, and where only
 * its beginning is left, because texts are shortened and similar keys are sent.
 */
export function createMasker(key: string): (text: string) => string {
  const forms = key.length < minKeyLength ? [] : listMaskedForms(key);
  const long = forms.filter(({ form }) => form.length > prefixLength);
  return (text) => {
    const masked = forms.reduce((rest, { form, mask }) => rest.replaceAll(form, () => mask), text);
    return long.reduce(maskPrefixes, masked);
  };
}
