/**
 * Reads the URL of a store: `valkey://user:password@host:6379/2`, or `valkeys://` for TLS. It comes back with the
 * schemes of Redis, which the client library knows.
 */
export function readStoreAddress(raw: unknown): string | undefined {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const isLegal = /^(?:valkey|redis)s?:\/\/(?:[^@/?#,]*@)?[^@/?#,]+(?:\/[0-9]{0,6})?$/.test(text);
  const address = text.replace(/^valkey/, 'redis');
  // As http, because URLs of other schemes may have no host.
  return isLegal && URL.canParse(address.replace(/^rediss?/, 'http')) ? address : undefined;
}
