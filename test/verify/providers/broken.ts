import { concurrentLoad } from './broken/concurrent-load.js';
import { concurrentState } from './broken/concurrent-state.js';
import { frameworkMediaTypes, frameworkParsers } from './broken/framework-bodies.js';
import { frameworkErrors } from './broken/framework-errors.js';
import { frameworkKeyFailures, frameworkKeys } from './broken/framework-keys.js';
import { frameworkPaths } from './broken/framework-paths.js';
import { frameworkPages, frameworkValues } from './broken/framework-values.js';
import { section1Json } from './broken/section-1-json.js';
import { section1Wire } from './broken/section-1-wire.js';
import { section2CategoryDigits } from './broken/section-2-category-digits.js';
import { section2CategoryShown } from './broken/section-2-category-shown.js';
import { section2IdGiven } from './broken/section-2-id-given.js';
import { section2IdShown } from './broken/section-2-id-shown.js';
import { section2NameShown } from './broken/section-2-name-shown.js';
import { section2NameStored } from './broken/section-2-name-stored.js';
import { section2Status } from './broken/section-2-status.js';
import { section3 } from './broken/section-3.js';
import { section41DefaultLimit } from './broken/section-4-1-default-limit.js';
import { section41Filter } from './broken/section-4-1-filter.js';
import { section41FilterAtTimes } from './broken/section-4-1-filter-at-times.js';
import { section41Limit } from './broken/section-4-1-limit.js';
import { section41List } from './broken/section-4-1-list.js';
import { section41Pets } from './broken/section-4-1-pets.js';
import { section42Answer } from './broken/section-4-2-answer.js';
import { section42Body } from './broken/section-4-2-body.js';
import { section42CategoryRange } from './broken/section-4-2-category-range.js';
import { section42CategoryType } from './broken/section-4-2-category-type.js';
import { section42Creation } from './broken/section-4-2-creation.js';
import { section42Name } from './broken/section-4-2-name.js';
import { section42Refused } from './broken/section-4-2-refused.js';
import { section42RefusedEffects } from './broken/section-4-2-refused-effects.js';
import { section42Status } from './broken/section-4-2-status.js';
import { section43Again } from './broken/section-4-3-again.js';
import { section43Known } from './broken/section-4-3-known.js';
import { section43OtherIds } from './broken/section-4-3-other-ids.js';
import { section43Unknown } from './broken/section-4-3-unknown.js';
import { section5First } from './broken/section-5-first.js';
import { section5Open } from './broken/section-5-open.js';
import { section5OpenOtherwise } from './broken/section-5-open-otherwise.js';
import { section5Refused } from './broken/section-5-refused.js';
import { section7Fields } from './broken/section-7-fields.js';
import { section7Shape } from './broken/section-7-shape.js';
import { section9 } from './broken/section-9.js';
import type { BrokenVariant } from './variant.js';

/** Defaults of real frameworks, and frequent mistakes of their users. */
const frameworkVariants: readonly BrokenVariant[] = [
  ...frameworkKeys,
  ...frameworkKeyFailures,
  ...frameworkParsers,
  ...frameworkMediaTypes,
  ...frameworkValues,
  ...frameworkPaths,
  ...frameworkErrors,
  ...frameworkPages,
];

/** One small difference each that breaks what the document promises, in its order. */
export const brokenVariants: readonly BrokenVariant[] = [
  ...frameworkVariants,
  ...section1Json,
  ...section1Wire,
  ...section2CategoryDigits,
  ...section2CategoryShown,
  ...section2IdGiven,
  ...section2IdShown,
  ...section2NameShown,
  ...section2NameStored,
  ...section2Status,
  ...section3,
  ...section41DefaultLimit,
  ...section41FilterAtTimes,
  ...section41Filter,
  ...section41Limit,
  ...section41List,
  ...section41Pets,
  ...section42Answer,
  ...section42Body,
  ...section42CategoryRange,
  ...section42CategoryType,
  ...section42Creation,
  ...section42Name,
  ...section42RefusedEffects,
  ...section42Refused,
  ...section42Status,
  ...section43Again,
  ...section43Known,
  ...section43OtherIds,
  ...section43Unknown,
  ...section5First,
  ...section5OpenOtherwise,
  ...section5Open,
  ...section5Refused,
  ...section7Fields,
  ...section7Shape,
  ...section9,
  ...concurrentState,
  ...concurrentLoad,
];
