import type { Command } from 'commander';
import { readSnapshotFile, writeSnapshot } from './state-files.js';
import { asCommand, checkSandbox, controlCommand, sandboxOf } from './target.js';

/** `animal-store state`: a sandbox as one JSON document, written or restored. */
export function stateCommand(): Command {
  return controlCommand(
    'state',
    'Prints a snapshot of a sandbox of a running simulator, or restores one.',
  )
    .option('--restore <file>', 'restore the snapshot of this file; - is standard input')
    .action((flags) =>
      asCommand(async () => {
        const sandbox = sandboxOf(flags);
        if (flags.restore === undefined) {
          console.log(writeSnapshot(await sandbox.snapshot()));
          await checkSandbox(flags);
          return;
        }
        await sandbox.restore(await readSnapshotFile(flags.restore));
        console.log(`The sandbox ${sandbox.name} is as the snapshot says.`);
      }),
    );
}
