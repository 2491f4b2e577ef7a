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
