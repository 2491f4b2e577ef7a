import { resolveObject } from '../options/from-object.js';
import type { SimulatorOptions } from '../options/options.js';
import { type OptionName, optionTable } from '../options/table.js';

/** As it can be typed after a flag; a key or a token is not repeated in logs. */
function typed(name: OptionName, value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : String(value);
  const plain = /^[\w.,:/-]+$/.test(text) && optionTable[name].group !== 'Access';
  return plain ? text : undefined;
}

/** An option as a flag: `--seed 7`, or `--choose <point=choice>` where the value isn't that plain. */
function asFlag([name, value]: readonly [string, unknown]): string {
  if (name === 'config') {
    return '--config <file>';
  }
  const { flag } = optionTable[name as OptionName];
  return flag.replace(/<.*>/, (placeholder) => typed(name as OptionName, value) ?? placeholder);
}

/**
 * What to tell whoever says options where a simulator that runs already is used; nothing when none are.
 *
 * @param saidTo who was told the options: `globalSetup`
 * @throws {UsageError} when they would be wrong for a simulator of its own, too
 */
export function ignoredOptions(saidTo: string, options: SimulatorOptions): string | undefined {
  resolveObject(options);
  const said = Object.entries(options).filter(([, value]) => value !== undefined);
  if (said.length === 0) {
    return undefined;
  }
  const names = said.map(([name]) => name).join(', ');
  return (
    `The options of ${saidTo} have no effect (${names}): ANIMAL_STORE_URL names a simulator that runs ` +
    'already, and the tests use that one. Say them where it is started: ' +
    `animal-store exec ${said.map(asFlag).join(' ')} -- <command>`
  );
}
