/** What the console reads from the admin interface; identifiers are strings of digits. */

export type { OpenPoint } from '../document/open-points.js';
export type { OperationName } from '../document/operations.js';
export type { PetStatus } from '../document/pet.js';
export type { ClockChange, ClockReading } from '../engine/clock.js';
export type { SandboxSummary } from '../engine/control.js';
export type { Exchange } from '../engine/exchange.js';
export type { AllowedNote, Note } from '../engine/notes.js';
export type { Rule, RuleInput } from '../engine/rules.js';
export type { SandboxSettings } from '../engine/sandbox.js';
export type { Changes } from '../engine/sandboxes.js';
export type { SnapshotPet } from '../engine/snapshot.js';

/** A use that is not in the contract. */
export interface LeftOut {
  readonly request: string;
  readonly reason: string;
}

/** What every view gets. */
export interface ViewProps {
  /** The sandbox that the person chose, else `default`. */
  readonly sandbox: string;
  /** The sandbox that the person chose; a view that can show all of them does without one. */
  readonly chosen: string | undefined;
  /** The parameters of the view in the URL. */
  readonly parameters: URLSearchParams;
}
