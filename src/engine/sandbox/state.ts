import type { AllowedNote } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import type { Needs } from '../interface/response-fields.js';
import type { CatalogueContent } from '../pets/catalogue.js';
import type { Clock, ClockState } from './clock.js';
import type { Latency } from './latency.js';
import type { RuleState } from './rules.js';

/** What a sandbox starts with, and returns to at a reset. */
export interface SandboxStart {
  /** The seeded pets as JSON. */
  readonly seeded: readonly string[];
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly allow: readonly AllowedNote[];
  /** The fields that its test reads; undefined where the simulator's own needs count. */
  readonly needs?: Needs | undefined;
  readonly clock: Clock;
}

/** Everything that the next responses of a sandbox depend on, as plain values. */
export interface SandboxState extends CatalogueContent {
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly clock: ClockState;
  readonly rules: readonly RuleState[];
  /** How many rules were added, removed ones included. */
  readonly rulesAdded: number;
  /** How many responses drew a latency. */
  readonly answered: number;
}
