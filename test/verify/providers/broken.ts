import * as concurrentLoad from './broken/concurrent-load.js';
import * as concurrentState from './broken/concurrent-state.js';
import * as frameworkRequests from './broken/framework-requests.js';
import * as frameworkResponses from './broken/framework-responses.js';
import * as kindsOfKeys from './broken/kinds-of-keys.js';
import * as kindsOfValues from './broken/kinds-of-values.js';
import * as section1 from './broken/section-1.js';
import * as section2CategoriesAndIds from './broken/section-2-categories-and-ids.js';
import * as section2NamesAndStatuses from './broken/section-2-names-and-statuses.js';
import * as section41Filters from './broken/section-4-1-filters.js';
import * as section41Pages from './broken/section-4-1-pages.js';
import * as section42Answers from './broken/section-4-2-answers.js';
import * as section42Bodies from './broken/section-4-2-bodies.js';
import * as section43 from './broken/section-4-3.js';
import * as section5 from './broken/section-5.js';
import * as section7And9 from './broken/section-7-and-9.js';
import type { BrokenVariant } from './variant.js';

/** Defaults of real frameworks and frequent mistakes of their users, and one small difference for each promise. */
const files = [
  frameworkRequests,
  frameworkResponses,
  section1,
  section2CategoriesAndIds,
  section2NamesAndStatuses,
  section41Filters,
  section41Pages,
  section42Answers,
  section42Bodies,
  section43,
  section5,
  section7And9,
  kindsOfKeys,
  kindsOfValues,
  concurrentLoad,
  concurrentState,
];

/** One small difference each that breaks what the document promises. */
export const brokenVariants: readonly BrokenVariant[] = files.flatMap((file) =>
  Object.values<unknown>(file)
    .filter((value): value is readonly BrokenVariant[] => Array.isArray(value))
    .flat(),
);
