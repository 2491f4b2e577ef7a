import { type Controlled, callService } from './open.js';

export const list = { path: '/pets' };
export const create = { method: 'POST', path: '/pets', body: '{"name":"Rex","categoryId":1}' };

export type Sandbox = ReturnType<Controlled['sandbox']>;

/** Five exchanges of different kinds. */
export async function someExchanges(simulator: Controlled, sandbox: Sandbox): Promise<void> {
  await callService(simulator, sandbox, list);
  await callService(simulator, sandbox, create);
  await callService(simulator, sandbox, { ...create, body: '{"name":"Tom"}' });
  await callService(simulator, sandbox, { path: '/pets/1' });
  await callService(simulator, sandbox, { path: '/pets?limit=0' });
}

/** Their numbers in the journal. */
export const numbersOf = (requests: readonly { readonly number: number }[]) =>
  requests.map(({ number }) => number);
