/** What a call is made with, where it isn't one of the two keys sent as it should be. */
export interface OtherCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** To follow a call: `GET /pets with the scheme Bearer and no key`. The key itself isn't in it. */
  readonly words: string;
}

/** Which key a call is made with, and how. */
export type Credential = 'valid' | 'invalid' | 'none' | OtherCredential;

export interface Keys {
  readonly valid: string;
  readonly invalid: string;
}

const authorization = (value: string, words: string): OtherCredential => ({
  headers: { Authorization: value },
  words,
});

/** The right key, sent in another form than section 5 asks for. */
export function otherForms(key: string): OtherCredential[] {
  const basic = Buffer.from(`${key}:`).toString('base64');
  return [
    authorization(key, 'with the valid key and no scheme'),
    authorization('Bearer', 'with the scheme Bearer and no key'),
    authorization(`Basic ${key}`, 'with the valid key under the scheme Basic'),
    authorization(`Basic ${basic}`, 'with the valid key as the user of the scheme Basic'),
    authorization(`Token ${key}`, 'with the valid key under the scheme Token'),
    { headers: { 'X-API-Key': key }, words: 'with the valid key in the header X-API-Key alone' },
  ];
}

/**
 * Keys that are nearly right. Left out is what a provider may take for the same key by right: Base64
 * that goes on after its padding or is cut within it, and a token with dots, as JWTs are, whose last
 * character has bits that don't count.
 */
export function nearKeys(key: string): OtherCredential[] {
  const ends = key.endsWith('=');
  const near: [key: string, words: string, leftOut?: boolean][] = [
    [`${key}~xx`, 'with the valid key and "~xx" after it', ends],
    [key.slice(0, -1), 'with the valid key but its last character', ends || key.includes('.')],
    [[...key].reverse().join(''), 'with the valid key written backwards'],
    ['x'.repeat(key.length), 'with as many x as the valid key has characters'],
    ['undefined', 'with the key "undefined"'],
    ['null', 'with the key "null"'],
  ];
  return near
    .filter(([other, , leftOut = false]) => !leftOut && other !== '' && other !== key)
    .map(([other, words]) => authorization(`Bearer ${other}`, words));
}

/** What a request was made with, by its Authorization header. */
export function credentialOf(header: string | undefined, { valid, invalid }: Keys): Credential {
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

/** The headers that carry a credential. */
export function headersOf(credential: Credential, keys: Keys): Readonly<Record<string, string>> {
  switch (credential) {
    case 'none':
      return {};
    case 'valid':
    case 'invalid':
      return { Authorization: `Bearer ${keys[credential]}` };
    default:
      return credential.headers;
  }
}

/** A credential in words, to follow a call. */
export function describeCredential(credential: Credential): string {
  switch (credential) {
    case 'valid':
      return '';
    case 'invalid':
      return ' with a key that is not valid';
    case 'none':
      return ' without a key';
    default:
      return ` ${credential.words}`;
  }
}
