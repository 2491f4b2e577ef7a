import type { components, operations } from './generated/types.js';

/** An operation of the simulator's own interface, as spec/admin.openapi.yaml names it. */
export type ControlOperation = keyof operations;

type JsonOf<Part> = Part extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : undefined;
type AnswerOf<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 204 ? JsonOf<Responses[Status]> : never;
}[keyof Responses];

/** What the body of a call says. */
export type BodyOf<Name extends ControlOperation> = operations[Name] extends {
  readonly requestBody: infer Body;
}
  ? JsonOf<Body>
  : operations[Name] extends { readonly requestBody?: infer Body }
    ? JsonOf<NonNullable<Body>>
    : undefined;

/** What the query of a call says, but for the sandbox. */
export type QueryOf<Name extends ControlOperation> = Omit<
  NonNullable<operations[Name]['parameters']['query']>,
  'sandbox'
>;

/** What a call is answered with; nothing for a 204. */
export type ReplyOf<Name extends ControlOperation> = AnswerOf<operations[Name]['responses']>;

type Schemas = components['schemas'];

/** A sandbox and how much is in it. */
export type SandboxInfo = Schemas['Sandbox'];
/** What a sandbox is to be reset to, where it isn't the simulator's own start. */
export type Reset = Schemas['Reset'];
/** A sandbox as one JSON document. */
export type Snapshot = Schemas['Snapshot'];
/** A pet of a snapshot: identifiers are strings of digits. */
export type SnapshotPet = Schemas['StoredPet'];
/** A rule that forces a response, as it is added. */
export type Rule = Schemas['Rule'];
/** A rule with its identifier, and how often it was applied. */
export type RuleState = Schemas['RuleState'];
/** A request, its answer's status, and what the simulator has to say about the two. */
export type RecordedExchange = Schemas['Exchange'];
/** What an exchange has to be like to be counted. */
export type ExchangePattern = Schemas['RequestPattern'];
/** How many exchanges fit, and which came closest when none did. */
export type ExchangeCount = Schemas['RequestCount'];
/** One choice for every open point, the latency, and what the sandbox's test intends. */
export type Settings = Schemas['Settings'];
/** What settings become; what isn't said becomes as the simulator was started. */
export type SettingsChange = Schemas['SettingsChange'];
/** The time of a sandbox. */
export type ClockReading = Schemas['Clock'];
/** How a clock is set. */
export type ClockChange = Schemas['ClockChange'];

/** An object without what isn't said. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof omitUndefined<Fields>>;
}

/** How long is waited for exchanges where nothing is said, in milliseconds. */
export const usualTimeout = 3_000;
