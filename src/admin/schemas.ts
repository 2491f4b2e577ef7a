import type { components, operations } from './generated/types.js';

/** An operation of spec/admin.openapi.yaml. */
export type AdminOperation = keyof operations;

type JsonOf<Part> = Part extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : undefined;
type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 204 ? JsonOf<Responses[Status]> : never;
}[keyof Responses];

/** The body of a call; nothing where an optional one is left out. */
export type BodyOf<Name extends AdminOperation> = operations[Name] extends {
  readonly requestBody?: infer Body;
}
  ? JsonOf<NonNullable<Body>> | (undefined extends Body ? undefined : never)
  : undefined;

/** The query of a call, without the parameter that selects the sandbox. */
export type QueryOf<Name extends AdminOperation> = Omit<
  NonNullable<operations[Name]['parameters']['query']>,
  'sandbox'
>;

/** The parameters in the path of a call. */
export type ParametersOf<Name extends AdminOperation> = NonNullable<
  operations[Name]['parameters']['path']
>;

/** The JSON of a successful response; nothing for a 204. */
export type ReplyOf<Name extends AdminOperation> = Success<operations[Name]['responses']>;

type Schemas = components['schemas'];

/** A sandbox and how much it contains. */
export type SandboxInfo = Schemas['Sandbox'];
/** A pet to add; identifiers are strings of digits. */
export type NewPet = Schemas['NewPet'];
/** What a sandbox is reset to; a field that is left out is the simulator's own. */
export type Reset = Schemas['Reset'];
/** A sandbox as one JSON document. */
export type Snapshot = Schemas['Snapshot'];
/** A pet of a snapshot; identifiers are strings of digits. */
export type SnapshotPet = Schemas['StoredPet'];
/** A rule that forces a response, as it is added. */
export type Rule = Schemas['Rule'];
/** A rule with its identifier and how often it was applied. */
export type RuleState = Schemas['RuleState'];
/** A request, its response, and the notes on both. */
export type RecordedExchange = Schemas['Exchange'];
/** Which exchanges are counted. */
export type ExchangePattern = Schemas['RequestPattern'];
/** How many exchanges match, and the closest one when none does. */
export type ExchangeCount = Schemas['RequestCount'];
/** The choice for every open point, the latency, and the allowed notes. */
export type Settings = Schemas['Settings'];
/** New settings; a field that is left out gets the value that the simulator was started with. */
export type SettingsChange = Schemas['SettingsChange'];
/** The time of a sandbox. */
export type ClockReading = Schemas['Clock'];
/** How a clock is set. */
export type ClockChange = Schemas['ClockChange'];
