import type { ServiceRequest } from './message.js';
import type { Operation } from './service/operations.js';
import type { Notes } from './simulation/notes.js';
import type { Preferences } from './simulation/preferences.js';
import type { Sandbox } from './simulation/sandbox.js';

/** What one exchange is made of, filled in step by step. */
export interface Progress {
  readonly request: ServiceRequest;
  readonly notes: Notes;
  sandbox: Sandbox;
  /** What was called, whether or not the key let it in. */
  called?: Operation | undefined;
  operation?: Operation;
  preferences: Preferences;
  /** Whether a rule asked for them, and not the request. */
  ruled: boolean;
}
