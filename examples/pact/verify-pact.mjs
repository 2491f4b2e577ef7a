import { Verifier } from '@pact-foundation/pact';

const url = 'http://127.0.0.1:4010/v1';
const apiKey = 'test-key';

async function createPet(status) {
  const response = await fetch(`${url}/pets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Rex', categoryId: 1, status }),
  });
  // JSON.parse would round a large id.
  return (await response.text()).match(/"id":\s*(-?\d+)/)[1];
}

await new Verifier({
  provider: 'animal-store',
  providerBaseUrl: url,
  pactUrls: ['node_modules/animal-store-simulator/contracts/animal-store-client-animal-store.json'],
  stateHandlers: {
    'the API key is valid': async () => ({ apiKey }),
    'the API key is not valid': async () => ({ apiKey: `no-${apiKey}` }),
    'a category exists': async ({ categoryId = '1' }) => ({ categoryId }),
    'a pet exists': async ({ status }) => ({ petId: await createPet(status) }),
    'no pet has the identifier': async () => ({ petId: '9223372036854775807' }),
    'there are at least this many pets': async ({ count }) => {
      for (let created = 0; created < count; created += 1) {
        await createPet();
      }
    },
  },
}).verifyProvider();
