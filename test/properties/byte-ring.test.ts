import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRing } from '../../src/engine/sandbox/byte-ring.js';

test('a ring keeps all bytes that were appended and not dropped, wherever its buffer ends', () => {
  const step = fc.record({ append: fc.uint8Array({ maxLength: 700 }), drop: fc.nat({ max: 4 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ring = new ByteRing();
      const records: { place: number; bytes: Uint8Array }[] = [];
      for (const { append, drop } of steps) {
        records.push({ place: ring.append(append), bytes: append });
        for (const { place, bytes } of records.splice(0, drop)) {
          ring.dropBefore(place + bytes.length);
        }
        ring.fit();
        for (const { place, bytes } of records) {
          expect(Buffer.compare(ring.read(place, bytes.length), bytes)).toBe(0);
        }
      }
    }),
  );
});
