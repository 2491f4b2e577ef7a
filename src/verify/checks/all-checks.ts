import { burstChecks } from './bursts.js';
import type { Check } from './check.js';
import { creatingChecks } from './creating.js';
import { keyChecks } from './keys.js';
import { firstListsCheck, listingChecks, pageChecks } from './listing.js';
import { finalCheck, readingChecks } from './reading.js';
import { rejectingChecks } from './rejecting.js';
import { responseChecks } from './responses.js';
import { invalidRowChecks, rowChecks } from './rows.js';

/** Checks that may run side by side with a provider that handles concurrent requests, or one after another. */
export interface Stage {
  readonly isInOrder?: true;
  readonly checks: readonly Check[];
}

/** All checks, in the order in which they run. */
export const stages: readonly [Stage, ...Stage[]] = [
  { isInOrder: true, checks: [firstListsCheck] },
  { isInOrder: true, checks: burstChecks },
  {
    checks: [
      ...creatingChecks,
      ...responseChecks,
      ...readingChecks,
      ...listingChecks,
      ...keyChecks,
    ],
  },
  // When there are more pets, but so few that pages show them if they can.
  { isInOrder: true, checks: pageChecks },
  { checks: rowChecks },
  { isInOrder: true, checks: [...invalidRowChecks, ...rejectingChecks, finalCheck] },
];

export const allChecks: readonly Check[] = stages.flatMap(({ checks }) => checks);
