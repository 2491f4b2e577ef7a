import { readInt64 } from '../engine/interface/int64.js';
import { readInstant } from '../options/readers.js';

/** The formats of spec/admin.openapi.yaml, which the generated validators call. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  instant: (text) => readInstant(text) !== undefined,
  'int64-digits': (text) => readInt64(text) !== undefined,
};
