import type * as z from 'zod/mini';
import type * as exchanges from './exchange-schemas.js';
import type { InputOf, Shape } from './route.js';
import type { adminRoutes } from './routes.js';
import type * as schemas from './schemas.js';
import type { Snapshot as SnapshotSchema } from './snapshot-schema.js';

type Routes = typeof adminRoutes;

export type AdminOperation = keyof Routes;

/** What an operation takes: the parameters of its path and its query, and its `body`. */
export type AdminInput<Name extends AdminOperation> =
  Routes[Name]['input'] extends infer Fields extends Shape ? InputOf<Fields> : never;
/** What an operation returns. */
export type AdminOutput<Name extends AdminOperation> = z.infer<Routes[Name]['output']>;

/** A sandbox and how much it contains. */
export type SandboxInfo = z.infer<typeof schemas.Sandbox>;
/** A pet to add; identifiers are strings of digits. */
export type NewPet = z.infer<typeof schemas.NewPet>;
/** What a sandbox is reset to; a field that is left out is the simulator's own. */
export type Reset = z.infer<typeof schemas.Reset>;
/** A sandbox as one JSON document. */
export type Snapshot = z.infer<typeof SnapshotSchema>;
/** A pet of a snapshot; identifiers are strings of digits. */
export type SnapshotPet = z.infer<typeof schemas.StoredPet>;
/** A rule that forces a response, as it is added. */
export type Rule = z.infer<typeof schemas.Rule>;
/** A rule with its identifier and how often it was applied. */
export type RuleState = z.infer<typeof schemas.RuleState>;
/** A request, its response, and the notes on both. */
export type RecordedExchange = z.infer<typeof exchanges.RecordedExchange>;
/** Which exchanges are counted. */
export type ExchangePattern = z.infer<typeof exchanges.RequestPattern>;
/** How many exchanges match, and the closest one when none does. */
export type ExchangeCount = z.infer<typeof exchanges.RequestCount>;
/** The exchanges that a journal has. */
export type RecordedRequests = z.infer<typeof exchanges.Requests>;
/** Which sandboxes changed since a revision. */
export type SandboxChanges = z.infer<typeof exchanges.Changes>;
/** The choice for every open point, the latency, and the allowed notes. */
export type Settings = z.infer<typeof schemas.Settings>;
/** New settings; a field that is left out gets the value that the simulator was started with. */
export type SettingsChange = z.infer<typeof schemas.SettingsChange>;
/** The time of a sandbox. */
export type ClockReading = z.infer<typeof schemas.Clock>;
/** How a clock is set. */
export type ClockChange = z.infer<typeof schemas.ClockChange>;
