import type { Choices, ProfileName } from '../document/open-points.js';
import type { OwnErrors } from '../document/own-errors.js';
import type { Needs } from '../document/response-fields.js';
import type { AllowedNote } from '../engine/notes.js';
import type { LearnedSource } from './learned.js';
import type { LogFormat, LogLevel } from './table.js';

/**
 * The options of a simulator. Each is also an environment variable
 * (`ANIMAL_STORE_LOG_LEVEL`), a key of a config file (`logLevel`), and in most cases a flag (`--log-level`). A wrong value throws a
 * `UsageError` that names the option and the allowed values.
 */
export interface SimulatorOptions {
  /** Port to listen on; 0 picks a free one. Default: 0 in TypeScript, 4010 on the command line. */
  readonly port?: number;
  /** Host name or IP address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Path of a PEM file with the certificate for HTTPS, and those that it builds on. */
  readonly tlsCert?: string;
  /** Path of a PEM file with the private key of `tlsCert`. */
  readonly tlsKey?: string;
  /**
   * URL of a Valkey or Redis that keeps the sandboxes and shares them with other simulators:
   * `valkey://user:password@host:6379/0`. Default: none; the sandboxes stay in this process.
   */
  readonly store?: string;
  /** Milliseconds to serve on, up to 300000, after `/health/ready` begins to answer 503. Default: 0. */
  readonly shutdownDelay?: number;
  /** Random seed, from 0 to 4294967295. Default: 1. */
  readonly seed?: number;
  /** Number of seeded pets, from 0 to 1000000. Default: 50. */
  readonly pets?: number;
  /** Initial pets: the name of a fixture, or the path of a JSON file with an array of Pet. */
  readonly fixture?: string;
  /** Accepted API keys. Default: `test-key`. */
  readonly apiKey?: string | readonly string[];
  /** Choices for all open points. Default: `default`. */
  readonly profile?: ProfileName;
  /** Choices for single open points; they override the profile. */
  readonly choices?: Partial<Choices>;
  /** Errors of a service of your own, for `error-codes=own`, as `animal-store learn` writes them. Default: none. */
  readonly errors?: OwnErrors;
  /** Where the choices come from, as `animal-store learn` writes it. It changes nothing. */
  readonly learned?: Partial<LearnedSource>;
  /** `real`, or the instant (ISO 8601) at which the clock is frozen. Default: `real`. */
  readonly clock?: string | Date;
  /** Delay of every response in milliseconds: a number, or a range such as `100-300`. Default: 0. */
  readonly delay?: number | string;
  /** Origins that browsers may call from: `*`, `none` or origins. Default: `*`. */
  readonly corsOrigin?: string | readonly string[];
  /** Whether browsers may send cookies from the origins of `corsOrigin`, then a list. Default: false. */
  readonly corsCredentials?: boolean;
  /** Token that `/__admin` requires as `Simulator-Admin-Token`. Default: none, for loopback only. */
  readonly adminToken?: string;
  /** Lines to write to standard error. Default: `silent` in TypeScript, `info` on the command line. */
  readonly logLevel?: LogLevel;
  /** Default: `auto`, which is `pretty` on a terminal and `json` elsewhere. */
  readonly logFormat?: LogFormat;
  /** Maximum size of a request body: bytes, or a text with a unit such as `64KiB`. Default: `1MiB`. */
  readonly maxBody?: number | string;
  /** Maximum number of sandboxes; the longest idle one is evicted. Default: 1000. */
  readonly maxSandboxes?: number;
  /** Time after which an idle sandbox of the store is dropped, such as `90s`, `30m`, `24h`. Default: `24h`. */
  readonly sandboxTtl?: string;
  /** Memory limit for sandbox-owned pets, in bytes or as `64MiB`; createPet answers 501 when reached. Default: `256MiB`. */
  readonly maxPetMemory?: number | string;
  /** Maximum number of exchanges in the journal of a sandbox, from 0 to 100000. Default: 1000. */
  readonly maxJournal?: number;
  /** Memory limit for all journals, in bytes or as `64MiB`; the oldest exchanges are dropped when reached. Default: `64MiB`. */
  readonly maxJournalSize?: number | string;
  /** Notes that `--fail-on` ignores: `open`, `deprecated`, `violation`, or open points. Default: none. */
  readonly allow?: string | readonly AllowedNote[];
  /**
   * Path of a Pact file. The uses of the service that the document promises are added to it when the
   * simulator closes. Requires `consumer`. Default: none is written.
   */
  readonly pact?: string;
  /** The name of the consumer in its contract. */
  readonly consumer?: string;
  /** Fields that the consumer reads, and its contract requires: `{ Pet: ['id', 'name'] }`. Default: all. */
  readonly needs?: Needs;
  /** Date in the header `Deprecation` of getPet (RFC 9745). Default: the header is not sent. */
  readonly deprecatedSince?: string | Date;
  /** Path of a JSON file with any of these options; options set elsewhere override it. */
  readonly config?: string;
}
