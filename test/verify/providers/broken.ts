import { concurrentVariants } from './broken/concurrent.js';
import * as section1 from './broken/section-1.js';
import * as section2And3 from './broken/section-2-and-3.js';
import * as section41 from './broken/section-4-1.js';
import * as section42 from './broken/section-4-2.js';
import * as section43 from './broken/section-4-3.js';
import * as section4And7 from './broken/section-4-and-7.js';
import * as section5 from './broken/section-5.js';
import type { BrokenVariant } from './variant.js';

const files = [section1, section2And3, section41, section42, section43, section4And7, section5];

/** Variants that differ when calls come one at a time. */
export const sequentialVariants: readonly BrokenVariant[] = files.flatMap((file) =>
  Object.values<unknown>(file)
    .filter((value): value is readonly BrokenVariant[] => Array.isArray(value))
    .flat(),
);

/**
 * One small difference each that breaks what the document promises: defaults of real frameworks, frequent
 * mistakes of their users, and one for each promise.
 */
export const brokenVariants: readonly BrokenVariant[] = [
  ...sequentialVariants,
  ...concurrentVariants,
];
