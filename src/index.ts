export { type ConnectOptions, connect, type RemoteSimulator } from './control/client/connect.js';
export type { SandboxClock } from './control/client/sandbox-clock.js';
export type { InjectedRule, SandboxHandle } from './control/client/sandbox-handle.js';
export type { ExchangeFilter } from './control/client/sandbox-journal.js';
export type { NewPetInput, SandboxPets } from './control/client/sandbox-pets.js';
export type { SandboxSettings } from './control/client/sandbox-settings.js';
export { ControlError, type ControlProblem } from './control/control-error.js';
export type {
  ClockChange,
  ClockReading,
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
  Reset,
  SandboxInfo,
  ScenarioRule,
  ScenarioState,
  Settings,
  SettingsChange,
  Snapshot,
  SnapshotPet,
} from './control/schemas.js';
export type { ChoiceOf, Choices, OpenPoint, ProfileName } from './engine/service/open-points.js';
export { openPoints, profileNames } from './engine/service/open-points.js';
export type { NewPet, Pet, PetStatus } from './engine/service/pet.js';
export type { Middleware } from './http/middleware.js';
export type { SimulatorOptions } from './options/options.js';
export { UsageError } from './options/usage-error.js';
export { createSimulator, startSimulator } from './simulator.js';
export type { RunningSimulator, Simulator } from './simulator-api.js';
export type { Caller, SummarizedNote, SummarizedRefusal, Summary } from './summary/summary.js';
export type { VerifyOptions } from './verification/options.js';
export type { VerificationPlan } from './verification/plan.js';
export type { VerificationReport } from './verification/report/report.js';
export type { Evidence, JudgedPromise, Verdict } from './verification/verdict.js';
export type { VerificationProgress } from './verification/verify.js';
export { verify } from './verify.js';
