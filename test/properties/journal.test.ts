import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRecordedExchange } from '../../src/admin/recorded-exchange.js';
import type { ResponseBody } from '../../src/engine/interface/message.js';
import { Journal } from '../../src/engine/sandbox/journal.js';
import type { JournalEntry } from '../../src/engine/sandbox/journal-entry.js';
import { JournalMemory } from '../../src/engine/sandbox/journal-memory.js';
import { createRedactor } from '../../src/log/redaction.js';

const maxMemory = 20_000;
const maxEntries = 12;
const outcome = {
  sandbox: 'default',
  operation: undefined,
  status: 200,
  refusal: undefined,
  message: undefined,
  notes: [],
  allow: [],
  rule: undefined,
  test: undefined,
};
const noReply = { headers: [], body: '' };

function requestOf(rawHeaders: readonly string[]) {
  return {
    method: 'GET',
    path: '/v1/pets',
    query: '',
    body: undefined,
    rawHeaders,
    header: () => undefined,
  };
}

function openJournals(count: number): Journal[] {
  const memory = new JournalMemory(maxMemory);
  return Array.from({ length: count }, () => new Journal(maxEntries, memory, () => {}));
}

/** Writes to a journal, or clears it. */
const step = fc.record({
  index: fc.nat({ max: 3 }),
  length: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 6_000 }) }, fc.constant(-1)),
});

function take({ index, length }: { index: number; length: number }, journals: Journal[]): void {
  const journal = journals[index] as Journal;
  if (length < 0) {
    journal.clear();
  } else {
    journal.add(requestOf(['x', 'y'.repeat(length)]), outcome, noReply);
  }
}

test('journals stay within their limits, and keep the latest entries', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const journals = openJournals(4);
      const cleared = [0, 0, 0, 0];
      for (const one of steps) {
        take(one, journals);
        if (one.length < 0) {
          cleared[one.index] = journals[one.index]?.total ?? 0;
        }
        const sizes = journals.map((journal) =>
          journal.list().reduce((sum, { size }) => sum + size, 0),
        );
        expect(journals.map(({ size }) => size)).toEqual(sizes);
        expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxMemory);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(maxMemory / 4);
        for (const [index, journal] of journals.entries()) {
          const { total, kept, dropped } = journal;
          expect(kept).toBeLessThanOrEqual(maxEntries);
          expect(kept + dropped).toBe(total - (cleared[index] ?? 0));
          expect(journal.list().map(({ number }) => number)).toEqual(
            Array.from({ length: kept }, (_, place) => total - kept + 1 + place),
          );
        }
      }
    }),
  );
});

test('a journal loses nothing to another that is twice as large', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const journals = openJournals(12);
      // Eight more that take most of the room.
      for (const journal of journals.slice(4)) {
        for (let entry = 0; entry < maxEntries; entry += 1) {
          journal.add(requestOf([]), outcome, noReply);
        }
      }
      for (const one of steps) {
        const before = journals.map(({ size, kept }) => ({ size, kept }));
        take(one, journals);
        const largest = Math.max(...journals.map(({ size }) => size));
        for (const [index, journal] of journals.entries()) {
          const { size = 0, kept = 0 } = before[index] ?? {};
          if (index !== one.index && size * 2 <= largest) {
            expect(journal.kept).toBe(kept);
          }
        }
      }
    }),
  );
});

const addSmall = (journal: Journal) => journal.add(requestOf([]), outcome, noReply);
const keptOf = (journals: readonly Journal[]) => journals.map(({ kept }) => kept);

test('a journal loses nothing to another of its size, which drops its own', () => {
  const journals = openJournals(12);
  for (let round = 0; round < 2 * maxEntries; round += 1) {
    for (const journal of journals) {
      const others = journals.filter((other) => other !== journal);
      const before = keptOf(others);
      addSmall(journal);
      expect(keptOf(others)).toEqual(before);
    }
  }
  expect(Math.max(...keptOf(journals))).toBeLessThan(maxEntries);
});

test('a small journal takes its room from large ones', () => {
  const journals = openJournals(5);
  const [small, ...large] = journals.reverse();
  for (const journal of large) {
    for (let entry = 0; entry < maxEntries; entry += 1) {
      journal.add(requestOf(['x', 'y'.repeat(100)]), outcome, noReply);
    }
  }
  const before = keptOf(large);

  for (let entry = 0; small !== undefined && entry < 5; entry += 1) {
    addSmall(small);
  }

  expect(small?.kept).toBe(5);
  expect(keptOf(large)).not.toEqual(before);
});

const line = fc.string({ unit: 'binary' }).filter((text) => !/[\n\p{Surrogate}]/u.test(text));
const exchange = fc.record({
  method: line,
  path: line,
  query: line,
  rawHeaders: fc.array(fc.tuple(line, line)).map((headers) => headers.flat()),
  body: fc.oneof(
    fc.constant(undefined),
    fc.constant('too-large' as const),
    fc.uint8Array(),
    fc.constantFrom(4_096, 4_097).map((length) => new Uint8Array(length).fill(length)),
  ),
  message: fc.option(fc.string(), { nil: undefined }),
  rule: fc.constantFrom(undefined, 'rule-1'),
  test: fc.option(
    line.filter((name) => name !== ''),
    { nil: undefined },
  ),
  headers: fc.array(fc.tuple(line, line)),
  responseBody: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 2_000 }),
    fc.constantFrom('x'.repeat(4_096), 'x'.repeat(4_097), 'ä'.repeat(2_049), '€'.repeat(1_366)),
    fc.array(fc.uint8Array()),
    fc
      .constantFrom(4_095, 4_096, 4_097)
      .map((length) => [new Uint8Array(length), new Uint8Array([1])]),
  ),
});

/** The first bytes of a response's body that the journal keeps: whole characters of a text. */
function firstBytes(body: ResponseBody): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body);
  let end = Math.min(bytes.length, 4_096);
  while (typeof body === 'string' && ((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end -= 1;
  }
  return bytes.subarray(0, end);
}

const sizeOf = (body: ResponseBody) =>
  typeof body === 'string' ? Buffer.byteLength(body) : Buffer.concat(body).length;

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

test('an entry keeps its content when its slot is reused', () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 8 }), (exchanges) => {
      const read: JournalEntry[] = [];
      const journal = new Journal(3, new JournalMemory(1e9), (_outcome, _request, readEntry) =>
        read.push(readEntry()),
      );
      const expected = exchanges.map((one, index) => {
        const { message, rule, test, headers, responseBody, ...request } = one;
        const { body } = request;
        const result = { ...outcome, message, rule, test };
        const reply = { headers, body: responseBody };
        const number = journal.add({ ...request, header: () => undefined }, result, reply);
        journal.setDuration(number, index / 4);
        const kept = request.method === 'HEAD' ? new Uint8Array() : firstBytes(responseBody);
        return {
          ...request,
          ...result,
          number: index + 1,
          duration: index / 4,
          rawResponseHeaders: headers.flat(),
          responseBody: kept.length > 0 ? textOf(kept) : undefined,
          responseBodyCut: kept.length < sizeOf(responseBody),
          body: body instanceof Uint8Array ? textOf(body.subarray(0, 4_096)) : undefined,
          bodyCut: body === 'too-large' || (body?.length ?? 0) > 4_096,
        };
      });
      const parts = (entry: JournalEntry) => {
        const { time: _time, size: _size, body, responseBody, ...rest } = entry;
        return {
          ...rest,
          body: body && textOf(body),
          responseBody: responseBody && textOf(responseBody),
        };
      };
      expect(read.map(parts)).toEqual(expected.map((one) => ({ ...one, duration: undefined })));
      expect(journal.list().map(parts)).toEqual(expected.slice(-3));
    }),
  );
});

test('a full journal reuses the slots of dropped exchanges', () => {
  const journal = new Journal(maxEntries, new JournalMemory(1e9), () => {});
  const slots = new Set<unknown>();
  for (let count = 0; count < maxEntries * 3; count += 1) {
    journal.add(requestOf(['x', `y${count}`]), outcome, noReply);
    journal.count((slot) => slots.add(slot).size > 0);
  }
  expect(slots.size).toBe(maxEntries);
});

test('reads an exchange with twice the headers in twice the steps', () => {
  const redactor = createRedactor({ apiKey: ['test-key'] });
  const countReads = (count: number) => {
    let reads = 0;
    const names = Array.from({ length: count }, (_, index) => [`x-${index}`, 'y']).flat();
    const rawHeaders = new Proxy(names, {
      get: (target, field) => {
        reads += 1;
        return Reflect.get(target, field);
      },
    });
    const [journal] = openJournals(1);
    journal?.add(requestOf([]), outcome, noReply);
    const entry = Object.create(journal?.list()[0] ?? null, { rawHeaders: { value: rawHeaders } });
    expect(Object.keys(toRecordedExchange(entry, redactor).headers)).toHaveLength(count);
    return reads;
  };

  expect(countReads(2_000)).toBeLessThan(countReads(1_000) * 2.1);
});
