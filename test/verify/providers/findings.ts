import { Service } from './service.js';
import type { BrokenVariant, Variant } from './variant.js';

/** What `verify` could find, and doesn't look for. */
const spared: Readonly<Record<string, string>> = {
  'key-in-the-query': 'servers write addresses into their logs, and the key would stand there',
};

/** Why nothing finds a variant out. */
export const reasonToPass = (variant: BrokenVariant): string | undefined =>
  'reason' in variant ? variant.reason : spared[variant.name];

/** Whether it differs in how its answers are sent: without a network, it is as any other. */
export const isOnWire = ({ service }: Variant) => service.prototype.send !== Service.prototype.send;
