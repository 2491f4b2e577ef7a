import type { AllowedNote } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import type { Needs } from '../interface/response-fields.js';
import type { AddedPet } from '../pets/catalogue.js';
import type { Replacement } from '../pets/changed-pets.js';
import type { Clock } from './clock.js';
import type { Latency } from './latency.js';
import type { Rule, RuleTry } from './rules.js';
import type { SandboxStart, SandboxState } from './state.js';

/**
 * One modification of a sandbox, as plain data: snapshots and events derive from it, and applied in
 * their order to an equal sandbox, a copy of all changes makes it equal again.
 */
export type Change =
  | { readonly type: 'pet-added'; readonly pet: AddedPet }
  /** Null removes the pet. */
  | { readonly type: 'pet-replaced'; readonly id: bigint; readonly json: Replacement }
  | {
      readonly type: 'settings-set';
      readonly choices: Choices;
      readonly latency: Latency;
      readonly allow: readonly AllowedNote[];
      readonly needs?: Needs | undefined;
    }
  | { readonly type: 'rule-added'; readonly rule: Rule }
  | { readonly type: 'rules-tried'; readonly tries: readonly RuleTry[] }
  | { readonly type: 'rules-removed'; readonly ids: readonly string[] }
  | { readonly type: 'latency-drawn' }
  | { readonly type: 'clock-set'; readonly clock: Clock }
  | { readonly type: 'reset'; readonly start: SandboxStart; readonly test?: string | undefined }
  | { readonly type: 'restored'; readonly state: SandboxState }
  /**
   * The simulator's own pets were replaced. A sandbox that started with them, and not with a copy, gets the
   * others. Sandboxes that processes share never have this change.
   */
  | { readonly type: 'reseeded'; readonly from: readonly string[]; readonly to: readonly string[] }
  /** A checkpoint follows. */
  | { readonly type: 'settled' }
  /** The journal is cleared. */
  | { readonly type: 'requests-cleared' };

export type Writable<T> = { -readonly [Field in keyof T]: T[Field] };
