import { brokenVariants } from './broken.js';
import { Service } from './service.js';
import type { BrokenVariant, Variant } from './variant.js';

/** What a broken provider can be found out by. */
export type Finder = 'checks' | 'contract' | 'wire';

/** Kept by every check that takes several calls: only the contract has such a request. */
const byContract = ['empty-body-is-500', 'empty-body-adds-a-pet'];

/** What `verify` could find, and doesn't look for. */
const spared: Readonly<Record<string, string>> = {
  'key-in-the-query': 'servers write addresses into their logs, and the key would stand there',
};

/** Why nothing finds a variant out. */
export const reasonToPass = (variant: BrokenVariant): string | undefined =>
  'reason' in variant ? variant.reason : spared[variant.name];

/** Whether it differs in how its answers are sent: without a network, it is as any other. */
export const isOnWire = ({ service }: Variant) => service.prototype.send !== Service.prototype.send;

/** What finds a variant out; nothing where nobody can tell from outside. */
export function finderOf(variant: BrokenVariant): Finder | undefined {
  if (reasonToPass(variant) !== undefined) {
    return undefined;
  }
  if (isOnWire(variant)) {
    return 'wire';
  }
  return byContract.includes(variant.name) ? 'contract' : 'checks';
}

export const ofFinder = (finder: Finder | undefined) =>
  brokenVariants.filter((variant) => finderOf(variant) === finder);
