import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { checkAccess } from '../../../src/server/guard.js';

test.for([
  ['shop.test:4010', true],
  ['SHOP.test', true],
  ['other.test:4010', false],
] as const)('a server at the host Shop.test has the name %s: %s', ([host, isOwn]) => {
  const guard = { host: 'Shop.test', address: '127.0.0.2', adminToken: undefined };
  const check = () => checkAccess({ headers: { host } } as IncomingMessage, guard);

  isOwn ? expect(check).not.toThrow() : expect(check).toThrow('is not a name of this server');
});
