import type { AllowedNote } from './choices/notes.js';
import type { Choices } from './choices/open-points.js';
import type { CorsOrigins } from './interface/headers.js';
import type { ClockSetting } from './sandbox/clock.js';
import type { Latency } from './sandbox/sandbox.js';

/** What an engine is told once and never asks again. */
export interface EngineSettings {
  readonly apiKeys: readonly string[];
  readonly choices: Choices;
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly latency: Latency;
  /** What every sandbox's test brings up on purpose. */
  readonly allow: readonly AllowedNote[];
  readonly corsOrigins: CorsOrigins;
  readonly maxSandboxes: number;
  /** How much memory the pets of all sandboxes may take, but for those that they share; in bytes. */
  readonly maxPetMemory: number;
  /** How many exchanges the journal of each sandbox keeps. */
  readonly maxJournal: number;
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}
