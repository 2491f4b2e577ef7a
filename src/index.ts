export { UsageError } from './base/usage-error.js';
export type { ExchangeFilter } from './client/calls.js';
export { type ConnectOptions, connect, type RemoteSimulator } from './client/connect.js';
export type {
  AddedRule,
  NewPetInput,
  PetUpdate,
  ResetOptions,
  SandboxHandle,
} from './client/sandbox-handle.js';
export type { PactOptions, RecordedPact } from './contract/pact.js';
export type { ExcludedRequest } from './contract/recorder.js';
export { SimulatorError, type SimulatorErrorCode } from './document/errors.js';
export type { ChoiceOf, Choices, OpenPoint, ProfileName } from './document/open-points.js';
export { openPoints, profileNames } from './document/open-points.js';
export type { NewPet, Pet, PetStatus } from './document/pet.js';
export type { ClockChange, ClockReading } from './engine/clock.js';
export type { SandboxSummary as SandboxInfo } from './engine/control.js';
export type { SnapshotPet } from './engine/pets.js';
export type { SandboxSettings as Settings } from './engine/sandbox.js';
export type { Rule, RuleState } from './engine/scenario.js';
export type { Snapshot } from './engine/snapshot.js';
export type { SimulatorOptions } from './options/table.js';
export type { VerifyOptions } from './options/verify-options.js';
export type {
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
} from './server/admin/journal-routes.js';
export type { SettingsChange } from './server/admin/schemas.js';
export type { SummarizedNote, SummarizedRefusal, Summary } from './server/log/summary.js';
export type { Middleware } from './server/service.js';
export type { RunningSimulator, Simulator } from './simulator/node-simulator.js';
export { createSimulator, startSimulator } from './simulator/node-simulator.js';
export type { VerificationReport } from './verify/report/report.js';
export type {
  CaseResult,
  Evidence,
  RequirementResult,
  Verdict,
} from './verify/result.js';
export { verify } from './verify/verify.js';
