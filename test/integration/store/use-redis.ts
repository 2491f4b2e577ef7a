import { afterAll, beforeAll, beforeEach } from 'vitest';
import { noRedis, type RedisServer, startRedis } from '../../support/redis.js';

/**
 * Starts one Redis server for the tests of a file, which are skipped where there is none. Each test takes
 * a database.
 */
export function useRedis(): () => RedisServer {
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = noRedis === undefined ? await startRedis() : undefined;
  });
  beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));
  afterAll(() => redis?.close());
  return () => redis as RedisServer;
}
