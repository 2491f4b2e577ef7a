export interface Member {
  readonly token: string;
  readonly parameters: ReadonlyMap<string, string | true>;
}

const patterns = {
  token: /^[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/,
  key: /^[a-z*][a-z0-9_\-.*]*/,
  text: /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/,
  comma: /^[ \t]*,[ \t]*/,
};

/**
 * Reads a structured field's list of tokens with parameters (RFC 9651, section 4.2) whose values are
 * tokens, strings or true. It throws on everything else.
 */
export function readList(field: string): Member[] {
  let rest = field;
  const take = (pattern: RegExp): string => {
    const [whole, inner] = pattern.exec(rest) ?? [];
    if (whole === undefined) {
      throw new SyntaxError(`No list of RFC 9651 at ${JSON.stringify(rest)}`);
    }
    rest = rest.slice(whole.length);
    return inner ?? whole;
  };
  const readMember = (): Member => {
    const token = take(patterns.token);
    const parameters = new Map<string, string | true>();
    while (rest.startsWith(';')) {
      take(/^; */);
      const key = take(patterns.key);
      if (rest.startsWith('=')) {
        take(/^=/);
        parameters.set(key, take(rest.startsWith('"') ? patterns.text : patterns.token));
      } else {
        parameters.set(key, true);
      }
    }
    return { token, parameters };
  };
  const members = [readMember()];
  while (rest !== '') {
    take(patterns.comma);
    members.push(readMember());
  }
  return members;
}
