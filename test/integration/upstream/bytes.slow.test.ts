import { test } from 'vitest';
import { expectSameBytes } from './bytes.js';

test('passes on the bytes of 1,000 requests and responses', () => expectSameBytes(1_000), 60_000);
