import * as z from 'zod/mini';
import type { RecordedPact } from '../../contract/record.js';
import type { LeftOut } from '../../contract/recorder.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import type { ResolvedOptions } from '../../options/table.js';
import type { Redact } from '../log/redactor.js';
import type { LoadPets, LoadStart } from './load-start.js';

/** What the admin interface needs of a simulator. */
export interface AdminSources {
  readonly sandboxes: Sandboxes;
  readonly options: Pick<ResolvedOptions, 'apiKey' | 'maxJournal' | 'fixture' | 'pets'>;
  readonly loadPets: LoadPets;
  /** Hides keys in what is shown. */
  readonly redact: Redact;
  /** Writes the contract of what was used. */
  readPact(options: {
    readonly consumer?: unknown;
    readonly needs?: unknown;
  }): Promise<RecordedPact>;
  readLeftOut(): readonly LeftOut[];
}

/** What the functions of the admin interface work with. */
export interface AdminContext extends AdminSources {
  /** Finds what a sandbox is reset to. */
  readonly loadStart: LoadStart;
}

/** The fields of an input: the parameters of a path and of a query, and the `body`. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>;
export type InputOf<Fields extends Shape> = z.infer<z.ZodMiniObject<Fields>>;

interface Definition<Fields extends Shape, Output extends z.ZodMiniType> {
  readonly input: Fields;
  readonly output: Output;
  /** What it returns may be live: its caller gets a copy. */
  readonly run: (
    context: AdminContext,
    sandbox: string,
    input: InputOf<Fields>,
    /** Aborted when the caller goes away, or the server stops. */
    signal: AbortSignal,
  ) => z.infer<Output> | Promise<z.infer<Output>>;
}

/** One operation of the admin interface: a plain function, and what it takes and returns. */
export interface AdminRoute<
  Fields extends Shape = Shape,
  Output extends z.ZodMiniType = z.ZodMiniType,
> extends Definition<Fields, Output> {
  readonly summary: string;
  readonly description: string;
}

export function route<const Fields extends Shape, Output extends z.ZodMiniType>(
  summary: string,
  description: string,
  definition: Definition<Fields, Output>,
): AdminRoute<Fields, Output> {
  return { summary, description, ...definition };
}

/** The output of an operation without a body in its response. */
export const nothing = z.void();
/** JSON as text, which is sent byte for byte. */
export const jsonText = z.string();
