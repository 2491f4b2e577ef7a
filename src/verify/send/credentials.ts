/** A credential that differs from the two keys sent as bearer tokens. */
export interface OtherCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** Follows a request: `GET /pets with the scheme Bearer and no key`. Without the key itself. */
  readonly description: string;
  /** Whether not only the key is wrong, but the header, which RFC 6750 (3.1) has a 400 for. */
  readonly malformed?: boolean;
  /** The changed key in `headers`, and how a shell makes it of the valid one. */
  readonly shell?: { readonly text: string; readonly expression: string } | undefined;
}

/** The key of a request, and how it is sent. */
export type Credential = 'valid' | 'invalid' | 'none' | OtherCredential;

export interface Keys {
  readonly valid: string;
  readonly invalid: string;
}

/** The variables of a shell that stand for the keys, which no report may show. */
export const keyVariables = { valid: 'ANIMAL_STORE_API_KEY', invalid: 'INVALID_API_KEY' } as const;

type Rest = Pick<OtherCredential, 'malformed' | 'shell'>;

const authorization = (value: string, description: string, rest: Rest = {}): OtherCredential => ({
  headers: { Authorization: value },
  description,
  ...rest,
});

const pipeKey = (format: string, command: string) =>
  `$(printf ${format} "$${keyVariables.valid}" | ${command})`;

/** The valid key, sent in other forms than section 5 requires. */
export function otherForms(key: string): OtherCredential[] {
  const basic = Buffer.from(`${key}:`).toString('base64');
  const inBase64 = { text: basic, expression: pipeKey('%s:', "base64 | tr -d '\\n'") };
  return [
    authorization(key, 'with the valid key and no scheme'),
    authorization('Bearer', 'with the scheme Bearer and no key'),
    authorization(`Basic ${key}`, 'with the valid key under the scheme Basic'),
    authorization(`Basic ${basic}`, 'with the valid key as the user of the scheme Basic', {
      shell: inBase64,
    }),
    authorization(`Token ${key}`, 'with the valid key under the scheme Token'),
    {
      headers: { 'X-API-Key': key },
      description: 'with the valid key only in the header X-API-Key',
    },
  ];
}

/** Further forms that parsers of headers tend to accept. */
export function unusualForms(key: string): OtherCredential[] {
  const malformed: readonly (readonly [value: string, description: string])[] = [
    [`Bearer: ${key}`, 'with a colon after Bearer'],
    [`Bearer "${key}"`, 'with the valid key in quotes'],
    [`Bearer token="${key}"`, 'with the valid key as the parameter "token"'],
    [`Bearer ${key} x`, 'with another word after the valid key'],
    [`Bearer x ${key}`, 'with another word before the valid key'],
    [`Bearer Bearer ${key}`, 'with Bearer twice before the valid key'],
    [`Bearer ${key}, realm="x"`, 'with a parameter after the valid key'],
    [`Bearer x, Bearer ${key}`, 'with an invalid and the valid key'],
  ];
  return [
    authorization('', 'with an empty Authorization header'),
    authorization(`Digest ${key}`, 'with the valid key under the scheme Digest'),
    authorization(`Bearer${key}`, 'with no space between Bearer and the valid key'),
    ...malformed.map(([value, description]) =>
      authorization(value, description, { malformed: true }),
    ),
    {
      headers: { Cookie: `access_token=${key}; api_key=${key}; token=${key}` },
      description: 'with the valid key only in cookies',
    },
    {
      headers: { 'X-Auth-Token': key, 'X-Access-Token': key, 'Api-Key': key },
      description: 'with the valid key only in the headers X-Auth-Token, X-Access-Token, Api-Key',
    },
  ];
}

/** Keys that end in padding or have dots: Base64 and tokens, whose last bits may not count. */
const hasSpareBits = (key: string) => key.endsWith('=') || key.includes('.');

/** Hexadecimal digits, UUIDs and Base32 mean the same in any case. */
const isCaseless = (key: string) => /^([\da-fA-F-]+|[A-Z\d]+=*)$/.test(key);

const swapCase = (key: string) =>
  key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** A similar key, and how a shell makes it of the valid one, unless it has nothing of it. */
type Similar = readonly [key: string, description: string, expression?: string, malformed?: true];

const toBearers = (key: string, similar: readonly Similar[]): OtherCredential[] =>
  similar
    .filter(([other]) => other !== '' && other !== key)
    .map(([text, description, expression, malformed = false]) =>
      authorization(`Bearer ${text}`, description, {
        malformed,
        shell: expression === undefined ? undefined : { text, expression },
      }),
    );

const { valid: variable } = keyVariables;

/**
 * Keys similar to the valid one. Left out are those that a provider may legally take for the same key:
 * Base64 that continues after its padding or is cut within it, and a token with dots, such as a JWT,
 * whose last character has bits that don't count.
 */
export function similarKeys(key: string): OtherCredential[] {
  return toBearers(key, [
    key.endsWith('=')
      ? [`~xx${key}`, 'with the valid key after "~xx"']
      : [`${key}~xx`, 'with the valid key followed by "~xx"'],
    hasSpareBits(key)
      ? [
          key.slice(0, -4),
          'with the valid key without its last four characters',
          `\${${variable}%????}`,
        ]
      : [key.slice(0, -1), 'with the valid key without its last character', `\${${variable}%?}`],
    [[...key].reverse().join(''), 'with the valid key reversed', pipeKey('%s', 'rev')],
    ['x'.repeat(key.length), 'with as many x as the valid key has characters'],
    ['undefined', 'with the key "undefined"'],
    ['null', 'with the key "null"'],
  ]);
}

/** Keys that databases, hashes and comparisons tend to take for the valid one, or to fail at. */
export function confusableKeys(key: string): OtherCredential[] {
  const rest = key.slice(1);
  const restVariable = `\${${variable}#?}`;
  const first = key.charCodeAt(0).toString(16);
  const other = key.startsWith('x') ? 'y' : 'x';
  return toBearers(key, [
    [`xx~${key}`, 'with the valid key after "xx~"'],
    [`${other}${rest}`, 'with another first character of the valid key', `${other}${restVariable}`],
    [
      isCaseless(key) ? '' : swapCase(key),
      'with the valid key in the opposite case',
      pipeKey('%s', 'tr a-zA-Z A-Za-z'),
    ],
    [
      `%${first}${rest}`,
      'with the first character of the valid key percent-encoded',
      `%${first}${restVariable}`,
    ],
    ['%', 'with the key "%"'],
    ['x'.repeat(200), 'with a key of 200 characters'],
    // A header is sent in Latin-1.
    [
      `\u00e9${rest}`,
      'with a first character of the valid key that is not ASCII',
      `$(printf '\\351')${restVariable}`,
      true,
    ],
  ]);
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
