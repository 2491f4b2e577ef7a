import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../package/packed.js';
import { noCurl } from '../../../support/curl.js';
import { noBrowser } from '../../../support/open-chromium.js';

/** Debian's own, the only one that sees Debian's packages. */
const python = '/usr/bin/python3';
const noPytest =
  spawnSync(python, ['-c', 'import pytest']).status === 0
    ? undefined
    : 'pytest is a package of Debian, like FastAPI: run test/support/install-debian as root.';

/** What a consumer can read of the service; a variant takes one of them away. */
export type Part =
  | `Pet.${'id' | 'name' | 'categoryId' | 'status'}`
  | `Error.${'code' | 'message' | 'status' | 'body'}`
  | 'some pets'
  | 'status filter'
  | 'member order'
  | '201'
  | '400'
  | '401'
  | '404';

export interface Consumer {
  readonly name: string;
  /** The folder of its program and tests. */
  readonly folder: string;
  readonly contract: string;
  /** Its tests, and the same tests in another order. */
  readonly command: readonly string[];
  readonly reordered: readonly string[];
  /** Read from its code and tests, by hand. */
  readonly reads: readonly Part[];
  readonly missing?: string | undefined;
}

const createExample = (shop: string) => ({
  name: `${shop}-shop`,
  folder: join(root, 'examples', shop),
  contract: join(root, 'examples', shop, 'contracts', `${shop}-shop.json`),
  reordered: [],
});
const own = join(root, 'test/integration/contracts/consumers');
const createOwn = (name: string) => ({
  name,
  folder: join(own, name),
  contract: join(own, 'contracts', `${name}.json`),
});

const pytest = [python, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
const jest = ['node', 'node_modules/jest/bin/jest.js', '--rootDir', '.', '--config'];
const matchTests = '{"testMatch":["**/*.test.cjs"]}';

/** The example shops, and consumers in other styles. */
export const consumers: readonly Consumer[] = [
  {
    ...createExample('curl'),
    command: ['sh', 'test.sh'],
    reads: ['Pet.id', 'Pet.name', 'Pet.status', 'some pets', 'member order'],
    missing: noCurl,
  },
  {
    ...createExample('playwright'),
    command: ['node', 'node_modules/@playwright/test/cli.js', 'test', '--config=here.config.ts'],
    reads: ['Pet.name', 'Error.body', 'some pets', 'status filter', '400'],
    missing: noBrowser,
  },
  {
    ...createExample('vitest'),
    command: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--testTimeout=60000'],
    reads: ['Pet.status', 'some pets', 'status filter', '401'],
  },
  {
    ...createOwn('python'),
    command: pytest,
    reordered: [
      ...pytest,
      ...['misses', 'adds', 'names', 'explains'].map((test) => `test_stock.py::test_${test}`),
    ],
    reads: [
      'Pet.id',
      'Pet.name',
      'Pet.categoryId',
      'Error.message',
      'Error.body',
      'some pets',
      '400',
      '404',
    ],
    missing: noPytest,
  },
  {
    ...createOwn('jest'),
    command: [...jest, matchTests],
    reordered: [...jest, matchTests, '--randomize', '--seed=7'],
    reads: ['Pet.name', 'Pet.status', 'Error.status', 'Error.body', 'some pets', '401'],
  },
  {
    ...createOwn('shell'),
    command: ['sh', 'test.sh'],
    reordered: ['sh', 'test.sh', 'asks', 'counts'],
    reads: ['some pets'],
    missing: noCurl,
  },
];

export const readContract = ({ contract }: Consumer) => readFileSync(contract, 'utf8');
