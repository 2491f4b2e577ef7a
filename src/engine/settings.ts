import type { Choices } from './service/open-points.js';
import type { ClockSetting } from './simulation/clock.js';
import type { CorsOrigins } from './simulation/cors.js';

/** What an engine is told once and never asks again. */
export interface EngineSettings {
  readonly apiKeys: readonly string[];
  readonly choices: Choices;
  readonly seed: number;
  readonly clock: ClockSetting;
  /** Milliseconds that every answer takes, at least and at most. */
  readonly latency: { readonly from: number; readonly to: number };
  readonly corsOrigins: CorsOrigins;
  readonly maxSandboxes: number;
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}
