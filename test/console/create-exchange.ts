import type { Exchange } from '../../src/console/events.js';

/** An exchange of the default sandbox without notes. */
export const createExchange = (time: number, fields: Partial<Exchange> = {}): Exchange => ({
  number: 1,
  time: new Date(time).toISOString(),
  sandbox: 'default',
  method: 'GET',
  path: '/v1/pets',
  query: '',
  headers: {},
  status: 200,
  responseHeaders: {},
  notes: [],
  ...fields,
});
