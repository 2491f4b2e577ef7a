import fc from 'fast-check';
import type { ServiceCall } from './open.js';

const status = fc.constantFrom('available', 'pending', 'sold', 'eaten');
const categoryId = fc.constantFrom(
  '1',
  '2',
  '7',
  '9007199254740993',
  '-9223372036854775808',
  '"1"',
);
const name = fc.oneof(
  fc.constantFrom('Rex', '', '貓', '\u{1F436}', '<script>', 'a"b\\c', '\u0000', '\u2028'),
  fc.string({ maxLength: 12 }),
);
/** Fields beyond the document's, which the profile `hostile` gives back. */
const extra = fc.constantFrom(
  '',
  ',"chip":1.0',
  ',"tags":["a", "b"]',
  ',"n":12345678901234567890,"__proto__":{"x":1}',
  ',"createdAt":"today" , "e":1e3',
);

const create: fc.Arbitrary<ServiceCall> = fc
  .tuple(name, categoryId, fc.option(status), extra)
  .map(([named, category, status, more]) => {
    const written = status === null ? '' : `,"status":"${status}"`;
    const body = `{"name":${JSON.stringify(named)},"categoryId":${category}${written}${more}}`;
    return { method: 'POST', path: '/pets', body };
  });

const limit = fc.constantFrom(
  '',
  'limit=1',
  'limit=3',
  'limit=100',
  'limit=0',
  'limit=x',
  'page=2',
);
const list: fc.Arbitrary<ServiceCall> = fc
  .tuple(limit, fc.option(status))
  .map(([limited, wanted]) => {
    const parts = [limited, wanted === null ? '' : `status=${wanted}`].filter(
      (part) => part !== '',
    );
    return { path: `/pets${parts.length === 0 ? '' : '?'}${parts.join('&')}` };
  });

const petId = fc.constantFrom('1', '2', '51', '52', '9007199254740993', '9223372036854775807', 'x');
const read: fc.Arbitrary<ServiceCall> = petId.map((id) => ({ path: `/pets/${id}` }));

const preference = fc.constantFrom('code=401', 'code=503', 'example=expired-key', 'code=418');
const preferred: fc.Arbitrary<ServiceCall> = fc
  .tuple(fc.oneof(list, read, create), preference)
  .map(([call, prefer]) => ({ ...call, headers: { Prefer: prefer } }));

/** Any call of the service: good ones, bad ones, and such as touch the open points. */
export const anyCall: fc.Arbitrary<ServiceCall> = fc.oneof(
  { arbitrary: create, weight: 4 },
  { arbitrary: list, weight: 3 },
  { arbitrary: read, weight: 2 },
  { arbitrary: preferred, weight: 1 },
);

/** A sequence of such calls. */
export const someCalls = fc.array(anyCall, { minLength: 1, maxLength: 12 });
