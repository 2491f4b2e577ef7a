/** True for headers of one connection, which nothing passes on (RFC 9110, 7.6.1). */
export const isHopByHop = (name: string): boolean =>
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i.test(name);
