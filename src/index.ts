export { type ConnectOptions, connect, type RemoteSimulator } from './client/connect.js';
export type { ExchangeFilter } from './client/requests.js';
export type {
  AddedRule,
  ResetOptions,
  SandboxClock,
  SandboxHandle,
  SandboxSettings,
} from './client/sandbox-handle.js';
export type { NewPetInput, PetUpdate, SandboxPets } from './client/sandbox-pets.js';
export type { PactOptions, RecordedPact } from './contract/record.js';
export type { LeftOut } from './contract/recorder.js';
export type { SimulatorErrorCode } from './document/errors.js';
export { SimulatorError } from './document/errors.js';
export type { ChoiceOf, Choices, OpenPoint, ProfileName } from './document/open-points.js';
export { openPoints, profileNames } from './document/open-points.js';
export type { NewPet, Pet, PetStatus } from './document/pet.js';
export type { SimulatorOptions } from './options/options.js';
export { UsageError } from './options/usage-error.js';
export type { VerifyOptions } from './options/verify-options.js';
export type {
  ClockChange,
  ClockReading,
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
  Rule,
  RuleState,
  SandboxInfo,
  Settings,
  SettingsChange,
  Snapshot,
  SnapshotPet,
} from './server/admin/types.js';
export type { Caller, SummarizedNote, SummarizedRefusal, Summary } from './server/log/summary.js';
export type { Middleware } from './server/service.js';
export type { RunningSimulator, Simulator } from './simulator/node-simulator.js';
export { createSimulator, startSimulator } from './simulator/node-simulator.js';
export type { VerificationReport } from './verify/report/report.js';
export type {
  CaseResult,
  Evidence,
  Mismatch,
  RequirementResult,
  Verdict,
} from './verify/result.js';
export type { VerificationPlan, VerificationProgress } from './verify/run.js';
export { verify } from './verify/verify.js';
