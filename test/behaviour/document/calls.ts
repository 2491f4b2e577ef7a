import { expect } from 'vitest';
import type { OperationName } from '../../../src/document/operations.js';
import type { Answer, Client, Init } from '../../support/behaviour.js';

/** The operations of sections 4.1 to 4.3. */
export const operationNames: readonly OperationName[] = ['listPets', 'createPet', 'getPet'];

interface CallRequest extends Init {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const requests: Readonly<Record<OperationName, CallRequest>> = {
  listPets: { path: '/v1/pets' },
  createPet: {
    path: '/v1/pets',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  },
  getPet: { path: '/v1/pets/1' },
};

/** Calls an operation the way that succeeds with a key, with just these further headers. */
export function call(
  client: Client,
  operation: OperationName,
  further: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { path, headers, ...init } = requests[operation];
  return client.send(path, { ...init, headers: { ...headers, ...further } });
}

export function keyOf(client: Client): Record<string, string> {
  return { Authorization: `Bearer ${client.apiKey}` };
}

/** The statuses that an operation can be made to answer and that aren't noted as beyond the document. */
export async function listedStatuses(client: Client, operation: OperationName): Promise<number[]> {
  const listed: number[] = [];
  for (const code of [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 410, 415, 422]) {
    const answer = await call(client, operation, { ...keyOf(client), Prefer: `code=${code}` });
    const isBeyond = answer.headers.get('simulator-notes')?.includes(';beyond') === true;
    expect(answer.status).toBe(code < 400 && !isSuccess(operation, code) ? 501 : code);
    if (answer.status === code && !isBeyond) {
      listed.push(code);
    }
  }
  return listed;
}

const isSuccess = (operation: OperationName, code: number) =>
  code === (operation === 'createPet' ? 201 : 200);

/** The Error of section 2 with a status, and no field beside. */
export function errorOf(status: number): Record<string, unknown> {
  return { code: expect.stringMatching(/./), message: expect.stringMatching(/./), status };
}

/** What the simulator has to say about an exchange: `open;point=list-order;choice=…`. */
export function notesOf(answer: Answer): string[] {
  return answer.headers.get('simulator-notes')?.split(', ') ?? [];
}

/** How the simulator says that an answer, or a part of it, was its own choice. */
export function openPoint(point: string, choice: string, section: string): string {
  return `open;point=${point};choice=${choice};section="${section}"`;
}
