import { expect } from 'vitest';
import type { Answer, Client } from '../../support/behaviour.js';

/** Asserts an Error of section 2 and nothing more, whose message has all the words. */
export function expectError(answer: Answer, status: number, words: readonly string[]): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  const { code, message, ...others } = answer.json;
  expect(others).toEqual({ status });
  expect(code).toMatch(/^[a-z_]+$/);
  expect(message.length).toBeLessThan(500);
  for (const word of words) {
    expect(message).toContain(word);
  }
}

/** Sends a NewPet as it stands, text or bytes. */
export function sendBody(client: Client, body: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  return client.send('/v1/pets', {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.apiKey}`, 'Content-Type': 'application/json' },
    body,
  });
}

/** Asserts that nothing was stored: the next pet gets the identifier after the 50 seeded ones. */
export async function expectNothingStored(client: Client): Promise<void> {
  const next = await client.post('/pets', { name: 'Rex', categoryId: 2 });
  expect([next.status, next.json]).toEqual([201, { id: 51, name: 'Rex', categoryId: 2 }]);
}
