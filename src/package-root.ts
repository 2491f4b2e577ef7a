/**
 * The folder of the package, with `spec/` and `fixtures/`. This file stands at the top of `src/`, and
 * all that is built of it at the top of `dist/`, so it is one step up from both.
 */
export const packageRoot = new URL('../', import.meta.url);
