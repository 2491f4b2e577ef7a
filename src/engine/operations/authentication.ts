import { ServiceError } from '../interface/errors.js';

/** RFC 6750, section 2.1: a token is b64token; the scheme's case doesn't matter (RFC 9110, 11.1). */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

const sendHeader = 'Send the header Authorization: Bearer <API_KEY>.';

function unauthorized(what: string, next: string): ServiceError {
  return new ServiceError('unauthorized', `${what} (section 5). ${next}`);
}

/** The bearer token of an `Authorization` header; throws the 401 of section 5 when there is none. */
export function readBearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') {
    throw unauthorized('The API key is missing', sendHeader);
  }
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined) {
    const several = authorization.includes(',') ? ', or there are several of them' : '';
    const what = `The Authorization header is not of the form Bearer <API_KEY>${several}`;
    throw unauthorized(what, sendHeader);
  }
  return token;
}

/** The 401 of section 5 for a key that is none of the service's. It doesn't repeat the key. */
export function invalidKey(): ServiceError {
  return unauthorized(
    'The API key is not valid',
    'Send Authorization: Bearer <API_KEY> with a key that this simulator was started with; the name ' +
      'of a sandbox may follow, as in <API_KEY>.checkout-7.',
  );
}
