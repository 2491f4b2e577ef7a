/** Query parameters that some clients send a key in. */
const secretName = /key|token|secret|password|auth/i;

/** A query with nothing in it that lets somebody in. */
export function withoutKeys(query: string, keys: readonly string[]): string {
  const named = query.split('&').map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    return secretName.test(name) && value.length > 0 ? `${name}=…` : parameter;
  });
  return keys.reduce((text, key) => text.replaceAll(key, '…'), named.join('&'));
}
