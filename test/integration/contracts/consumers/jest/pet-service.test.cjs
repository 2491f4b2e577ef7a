const { HttpClient, PetService } = require('./pet-service.cjs');

const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
const createService = (sandbox, ownKey = key) =>
  new PetService(new HttpClient(), { url, key: `${ownKey}.${sandbox}` });

test('shows a table', async () => {
  const rows = await createService('table').getRows();
  expect(rows.every(({ title }) => title.length > 0)).toBe(true);
  expect(new Set(rows.map(({ badge }) => badge))).toContain('sold');
});

test('shows the badge of a new pet', async () => {
  const row = await createService('new').create('Rex', 2, 'pending');
  expect(row).toEqual({ title: 'Rex', badge: 'pending' });
});

test('asks to sign in', async () => {
  await expect(createService('sign', 'wrong').getRows()).rejects.toThrow('Please sign in');
});

test('asks to try again', async () => {
  await expect(createService('again').create('Rex', '2')).rejects.toThrow('Please try again');
});
