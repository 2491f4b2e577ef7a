import { test } from 'vitest';
import { expectSameBytes } from './bytes.js';

test('passes on the bytes of requests and responses', () => expectSameBytes(100));
