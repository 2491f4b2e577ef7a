import { test as base, type TestAPI } from 'vitest';

type Extend = TestAPI['extend'];
type Extendable = { readonly extend: Extend };

/**
 * Before 4.1, a fixture of Vitest gets what it asks for as that was when the fixture was defined,
 * whatever a later `extend` says of it. So each `extend` defines all of them anew.
 */
function definingAnew(before: object): Extendable {
  const extend = (more: object) => {
    const all = { ...before, ...more };
    return Object.assign(base.extend(all), definingAnew(all));
  };
  return { extend: extend as Extend };
}

/** Vitest's `test`, whose fixtures get what a later `extend` says, with every version of Vitest. */
export const extendableTest: Extendable = 'override' in base ? base : definingAnew({});
