/**
 * The folder of the package, with `spec/` and `fixtures/`. This file is at the top of `src/` and its
 * bundle at the top of `dist/`, so the package is one level up from both.
 */
export const packageRoot = new URL('../', import.meta.url);
