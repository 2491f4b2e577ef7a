import { globalSetup } from 'animal-store-simulator/vitest/global-setup';

/** One simulator for the whole run. It records what the shop uses of the store, and needs of a pet. */
export default globalSetup({
  pact: 'contracts/vitest-shop.json',
  consumer: 'vitest-shop',
  needs: { Pet: ['name', 'status'] },
});
