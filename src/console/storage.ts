import { attempt } from '../base/text.js';

/** Values of the page, for a browser that blocks storage: such as one that blocks all cookies. */
const values: Record<string, string> = {};

type Where = 'sessionStorage' | 'localStorage';

export const readStored = (key: string, where: Where = 'sessionStorage') =>
  attempt(() => globalThis[where].getItem(key)) ?? values[key] ?? '';

export function store(key: string, value: string, where: Where = 'sessionStorage'): void {
  values[key] = value;
  attempt(() => globalThis[where].setItem(key, value));
}
