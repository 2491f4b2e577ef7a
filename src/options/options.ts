import type { AllowedNote } from '../engine/choices/notes.js';
import type { Choices, ProfileName } from '../engine/choices/open-points.js';
import type { LogFormat, LogLevel } from './table.js';

/**
 * Everything that can be said of a simulator. Each option is also a flag of the command line
 * (`--max-body`), an environment variable (`ANIMAL_STORE_MAX_BODY`) and a key of a config file.
 * Wrong values throw a `UsageError` that names the option and the legal values.
 */
export interface SimulatorOptions {
  /** Port to listen on; 0 picks a free one. Default: 0 in TypeScript, 4010 on the command line. */
  readonly port?: number;
  /** Host name or address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Seed of all that looks random, from 0 to 4294967295. Default: 1. */
  readonly seed?: number;
  /** How many pets are seeded, from 0 to 1000000. Default: 50. */
  readonly pets?: number;
  /** A named catalogue of `fixtures/`, or the path of a JSON file with an array of Pet. */
  readonly fixture?: string;
  /** The keys that are valid. Default: `test-key`. */
  readonly apiKey?: string | readonly string[];
  /** A named set of choices for all open points. Default: `default`. */
  readonly profile?: ProfileName;
  /** Choices for single open points; they replace the profile's. */
  readonly choose?: Partial<Choices>;
  /** `real`, or an instant (ISO 8601) at which the clock is frozen. Default: `real`. */
  readonly clock?: string | Date;
  /** Milliseconds that every answer takes: a number, or a range such as `100-300`. Default: 0. */
  readonly latency?: number | string;
  /** Origins that browser apps may call from: `*`, `none` or origins. Default: `*`. */
  readonly corsOrigin?: string | readonly string[];
  /**
   * A token that the simulator's own interface (`/__admin`) asks for, in `Simulator-Admin-Token`.
   * Default: none, and then that interface is closed beyond loopback.
   */
  readonly adminToken?: string;
  /** Default: `silent` in TypeScript, `info` on the command line. */
  readonly logLevel?: LogLevel;
  /** Default: `auto`, which is `pretty` on a terminal and `json` otherwise. */
  readonly logFormat?: LogFormat;
  /** Largest body in bytes; a string may have a unit, such as `64KiB`. Default: `1MiB`. */
  readonly maxBody?: number | string;
  /** How many sandboxes are kept; the longest idle one goes first. Default: 1000. */
  readonly maxSandboxes?: number;
  /**
   * How much memory the pets of all sandboxes may take together, but for the seeded ones that they
   * share, in bytes; beyond it, none is created (501). A string may have a unit. Default: `256MiB`.
   */
  readonly maxCatalogues?: number | string;
  /** How many exchanges the journal of each sandbox keeps, from 0 to 100000. Default: 1000. */
  readonly maxJournal?: number;
  /**
   * What may be brought up on purpose in every sandbox: the kinds of notes `open`, `deprecated` and
   * `violation`, or single open points. `--fail-on` passes it. Default: nothing.
   */
  readonly allow?: string | readonly AllowedNote[];
  /** The day since which getPet is deprecated; sends `Deprecation` (RFC 9745). Default: not sent. */
  readonly deprecatedSince?: string | Date;
  /** Path of a JSON file with any of these options; what is said elsewhere goes before it. */
  readonly config?: string;
}
