import type * as z from 'zod/mini';
import type { RecordedPact } from '../../contract/pact.js';
import type { ExcludedRequest } from '../../contract/recorder.js';
import type { PetList } from '../../engine/pets.js';
import type { Redact } from '../../engine/redactor.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import type { ResolvedOptions } from '../../options/table.js';

export interface AdminContext {
  readonly sandboxes: Sandboxes;
  readonly options: Pick<ResolvedOptions, 'apiKey' | 'fixture' | 'learned' | 'pets' | 'upstream'>;
  readonly redact: Redact;
  loadSeeded(seededKey: string): Promise<PetList>;
  /** Writes the contract of what was used. */
  readPact(options: object): Promise<RecordedPact>;
  readExcluded(): Promise<readonly ExcludedRequest[]>;
}

/** The fields of an input: the parameters of a path and of a query, and the `body`. */
export type InputShape = Readonly<Record<string, z.ZodMiniType>>;
export type InputOf<Fields extends InputShape> = z.infer<z.ZodMiniObject<Fields>>;

export interface AdminRoute<Fields extends InputShape = InputShape, Output = unknown> {
  readonly summary: string;
  readonly description: string;
  readonly input: Fields;
  /** Makes it a tool for agents. What `replaces` loses data; each call of what `adds` has an effect. */
  readonly tool?: {
    readonly name: string;
    readonly effect: 'reads' | 'adds' | 'replaces';
    readonly defaults?: Readonly<Record<string, unknown>>;
  };
  /** True if it reads or changes pets: then it is refused in front of a service, which has its own. */
  readonly usesPets?: boolean;
  /** True if keys are hidden in all texts of the output. */
  readonly hidesKeys?: boolean;
  /** The status of a success. Default: 200, and 204 without an output. */
  readonly status?: 201;
  /** Maximum size of its body. Default: 1mb. */
  readonly maxBody?: string;
  /** Spaces that indent its output, for people. Default: none. */
  readonly indent?: number;
  /** @param stopping aborted when the server stops, or the client leaves */
  readonly run: (
    context: AdminContext,
    sandbox: string,
    input: InputOf<Fields>,
    stopping: AbortSignal,
  ) => Output | Promise<Output>;
}

/** By default, an operation takes nothing. */
export function route<const Fields extends InputShape = Record<never, never>, Output = void>(
  definition: Omit<AdminRoute<Fields, Output>, 'input'> & { readonly input?: Fields },
): AdminRoute<Fields, Output> {
  return { input: {} as Fields, ...definition };
}
