import type { SandboxInfo } from '../../control/schemas.js';
import { sandboxOf, simulatorOf, type TargetFlags } from './target.js';

/** So many sandboxes are named; others are counted. */
const mostNamed = 10;

function inWords(sandboxes: readonly SandboxInfo[]): string {
  const names = sandboxes.map(({ name }) => name);
  if (names.length === 1) {
    return `there is ${names[0]} alone`;
  }
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `there are ${names.slice(0, mostNamed).join(', ')}${more}`;
}

/**
 * Says so when the sandbox that was looked at isn't there: its name may be misspelt, and looking makes
 * none. What was shown is what it would be.
 *
 * @returns whether it is there
 */
export async function checkSandbox(flags: TargetFlags): Promise<boolean> {
  const { name } = sandboxOf(flags);
  const sandboxes = await simulatorOf(flags).sandboxes();
  const isThere = sandboxes.some((sandbox) => sandbox.name === name);
  if (!isThere) {
    console.error(`There is no sandbox ${name} yet; ${inWords(sandboxes)}.`);
  }
  return isThere;
}
