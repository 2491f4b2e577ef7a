import type { Command } from 'commander';
import { asCommand, controlCommand, simulatorOf } from './target.js';

/** `animal-store sandboxes`: those that a simulator has. */
export function sandboxesCommand(): Command {
  return controlCommand('sandboxes', 'Lists the sandboxes of a running simulator.').action(
    (flags) =>
      asCommand(async () => {
        for (const { name, pets, requests, rules } of await simulatorOf(flags).sandboxes()) {
          console.log(`${name}  ${pets} pets, ${requests} requests, ${rules} rules`);
        }
      }),
  );
}
