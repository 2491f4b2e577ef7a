import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noBroker, startBroker } from './start-broker.js';

beforeEach(({ skip }) => skip(noBroker !== undefined, noBroker));

test('a real Pact Broker starts empty, with the link for publishing', async () => {
  const broker = await startBroker();
  onTestFinished(() => broker.close());
  const read = async (path: string) =>
    (await fetch(broker.url + path, { headers: { Accept: 'application/hal+json' } })).json();
  const index = await read('/');
  expect(index._links['pb:publish-contracts'].href).toBe(`${broker.url}/contracts/publish`);
  expect((await read('/pacticipants'))._embedded.pacticipants).toEqual([]);
});
