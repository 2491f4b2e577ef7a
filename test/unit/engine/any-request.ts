import fc from 'fast-check';
import type { Ask } from './engine.js';

/** Text made of what a grammar would trip over, and of anything else a header can hold. */
function hostile(...parts: string[]): fc.Arbitrary<string> {
  const character = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code));
  const part = fc.oneof(fc.constantFrom(...parts), character);
  return fc.array(part, { maxLength: 12 }).map((all) => all.join(''));
}

/** A header of its own, for a server that decodes it into one of its own. */
const lineBreak = '%0D%0AX-Evil:%201%0D%0A%0D%0Aevil';

const prefer = hostile(
  ...['code=404', 'code=503', 'code=200', 'code=', 'example=missing-name', 'example=no-pets'],
  ...['delay=5', 'delay=99999', 'fault=reset', 'fault=truncate', 'wait=10', '=', '\t'],
  ...[',', ', ', ';', '; a=b', '"', '\\', '\\"', '"a, b"', 'code="404"', 'respond-async'],
);
const authorization = hostile('Bearer ', 'bearer', 'test-key', '.', '.a', ' ', '\t', ',', '=', '"');
const query = hostile(
  ...['limit=', 'status=', '5', '101', 'sold', '__code=', '__code=404', '__example=', '__fault='],
  ...['__delay=5', '__', '&', '=', '+', '%', '%00', '%zz', '%F0%9F', '[]', '#', '404', lineBreak],
);
const path = fc.oneof(
  fc.constantFrom('/v1/pets', '/v1/pets/1', '/v1/store/orders', '/v1', '/sandboxes/a/v1/pets/2'),
  hostile('/v1', '/pets', '/', '1', '%', '%2F', '..', 'sandboxes', '/store/orders', lineBreak).map(
    (tail) => `/v1/pets/${tail}`,
  ),
  hostile('a', '/v1', '/', '%00', lineBreak).map((name) => `/sandboxes/${name}/v1/pets`),
);
const body = fc.oneof(fc.json(), fc.constant('{"name":"Rex","categoryId":2}'), fc.uint8Array());

/** Any request, sound or not. */
export const anyRequest: fc.Arbitrary<Ask> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'),
  path,
  query,
  headers: fc.record(
    {
      prefer,
      authorization: fc.oneof(fc.constant('Bearer test-key'), authorization),
      origin: fc.constantFrom('http://localhost:3000', 'null', ''),
      'content-type': fc.constantFrom('application/json', 'text/plain', ''),
    },
    { requiredKeys: [] },
  ),
  body,
});
