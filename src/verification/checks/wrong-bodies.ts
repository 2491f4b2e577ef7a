import { documentWords } from '../document.js';
import type { Law, Trial } from './check.js';

/** Values that are no string, as JSON. */
const noStrings = ['true', 'false', '0', '{}', '{"first":"Rex"}', '["Rex"]', 'null'];
/** Values that are no int64. Numbers beyond it come last: those that are stored spoil every list. */
const noIntegers = [
  '"1"',
  '[1]',
  '{"id":1}',
  '{}',
  '""',
  'false',
  'null',
  '1.5',
  '1e400',
  '9223372036854775808',
  '-9223372036854775809',
];
/** Values that are no PetStatus. */
const noStatuses = [
  '""',
  '" sold "',
  '"Sold"',
  '["sold"]',
  '{}',
  'true',
  '0',
  '"available,sold"',
  'null',
];

/**
 * Bodies that are no NewPet, one mistake each; first those of which a Pet may become all the same, since
 * nothing is sent after one that is accepted. Each name says so, to be recognised where a provider
 * creates it all the same.
 */
function wrongBodies(name: string, categoryId: bigint): string[] {
  const named = `"name":${JSON.stringify(name)}`;
  const placed = `"categoryId":${categoryId}`;
  const good = `{${named},${placed}}`;
  return [
    'null',
    'true',
    `[${good}]`,
    `{"pet":${good}}`,
    `${good}garbage`,
    `${good}${good}`,
    `name=Rex&categoryId=${categoryId}`,
    `{'name':'Rex','categoryId':${categoryId}}`,
    `{${named.replace('name', 'Name')},${placed}}`,
    `{${named},"category_id":${categoryId}}`,
    `{${named},"categoryid":${categoryId}}`,
    ...noStatuses.map((value) => `{${named},${placed},"status":${value}}`),
    ...noStrings.map((value) => `{"name":${value},${placed}}`),
    ...noIntegers.map((value) => `{${named},"categoryId":${value}}`),
  ];
}

async function checkRefused({ store, pets }: Trial): Promise<void> {
  for (const body of wrongBodies(pets.name(), pets.categoryId)) {
    await store.refused({ method: 'POST', path: '/pets', body }, 400);
  }
}

export const wrongBodiesLaw: Law = {
  section: '4.2',
  promise: 'a body that is no NewPet is refused, whichever way it is wrong',
  document: documentWords.badRequest,
  check: checkRefused,
};
