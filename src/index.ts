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
} from './admin/schemas.js';
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
export type { ChoiceOf, Choices, OpenPoint, ProfileName } from './engine/choices/open-points.js';
export { openPoints, profileNames } from './engine/choices/open-points.js';
export type { SimulatorErrorCode } from './engine/interface/errors.js';
export { SimulatorError } from './engine/interface/errors.js';
export type { NewPet, Pet, PetStatus } from './engine/pets/pet.js';
export type { Middleware } from './http/middleware.js';
export type { SimulatorOptions } from './options/options.js';
export { UsageError } from './options/usage-error.js';
export type { VerifyOptions } from './options/verify-options.js';
export type { PactOptions, RecordedPact } from './recording/record.js';
export type { LeftOut } from './recording/recorder.js';
export type { RunningSimulator, Simulator } from './simulator.js';
export { createSimulator, startSimulator } from './simulator.js';
export type { Caller, SummarizedNote, SummarizedRefusal, Summary } from './summary/summary.js';
export type { VerificationReport } from './verification/report/report.js';
export type {
  CaseResult,
  Evidence,
  Mismatch,
  RequirementResult,
  Verdict,
} from './verification/result.js';
export type { VerificationPlan, VerificationProgress } from './verification/run-verification.js';
export { verify } from './verification/verify.js';
