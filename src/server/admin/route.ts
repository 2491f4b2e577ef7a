import * as z from 'zod/mini';
import type { RawPactOptions, RecordedPact } from '../../contract/pact.js';
import type { LeftOut } from '../../contract/recorder.js';
import type { PetList } from '../../engine/pets.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import type { ResolvedOptions } from '../../options/table.js';
import type { Redact } from '../log/redactor.js';

/** What the functions of the admin interface work with. */
export interface AdminContext {
  readonly sandboxes: Sandboxes;
  readonly options: Pick<ResolvedOptions, 'apiKey' | 'fixture' | 'learned' | 'pets'>;
  readonly redact: Redact;
  /** Loads the seeded pets that a key names. */
  loadSeeded(seededKey: string): Promise<PetList>;
  /** Writes the contract of what was used. */
  readPact(options: RawPactOptions): Promise<RecordedPact>;
  readLeftOut(): readonly LeftOut[];
}

/** The fields of an input: the parameters of a path and of a query, and the `body`. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;
export type InputOf<Fields extends Shape> = z.infer<z.ZodMiniObject<Fields>>;

/** One operation of the admin interface. */
export interface AdminRoute<
  Fields extends Shape = Shape,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly summary: string;
  readonly description: string;
  readonly input: Fields;
  readonly output: Output;
  /** Whether keys are hidden in all texts of the output. */
  readonly hidesKeys?: boolean;
  /** @param stopping aborted when the server stops */
  readonly run: (
    context: AdminContext,
    sandbox: string,
    input: InputOf<Fields>,
    stopping: AbortSignal,
  ) => z.infer<Output> | Promise<z.infer<Output>>;
}

/** The output of an operation without a body in its response. */
export const nothing = z.void();
/** JSON as text, which is sent byte for byte. */
export const jsonText = z.string();

/** By default, an operation takes and returns nothing. */
export function route<
  const Fields extends Shape = Record<never, never>,
  Output extends z.ZodMiniType = typeof nothing,
>(
  definition: Omit<AdminRoute<Fields, Output>, 'input' | 'output'> & {
    readonly input?: Fields;
    readonly output?: Output;
  },
): AdminRoute<Fields, Output> {
  return { input: {} as Fields, output: nothing as never, ...definition };
}
