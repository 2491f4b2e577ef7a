import type { Command } from 'commander';
import type { SimulatorCore } from '../simulator.js';

/** The files that sandboxes come from and go to. */
export interface StateFiles {
  readonly importFrom: string | undefined;
  readonly exportOnExit: string | undefined;
}

export function addStateFiles(command: Command): Command {
  return command
    .option('--import <file>', 'begin with the sandboxes of this file (ANIMAL_STORE_IMPORT)')
    .option(
      '--export-on-exit <file>',
      'write all sandboxes to this file at the end (ANIMAL_STORE_EXPORT_ON_EXIT)',
    );
}

const nonEmpty = (text: unknown) => (text === undefined || text === '' ? undefined : String(text));

/** A flag goes before its variable. */
export function readStateFiles(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): StateFiles {
  return {
    importFrom: nonEmpty(flags.import ?? environment.ANIMAL_STORE_IMPORT),
    exportOnExit: nonEmpty(flags.exportOnExit ?? environment.ANIMAL_STORE_EXPORT_ON_EXIT),
  };
}

/** @throws {UsageError} when the file isn't what `--export-on-exit` or `animal-store state` wrote */
export async function importInto(core: SimulatorCore, { importFrom }: StateFiles): Promise<void> {
  if (importFrom !== undefined) {
    const { importState } = await import('./state-files.js');
    await importState(core, importFrom);
  }
}

/** @throws {UsageError} when the sandboxes couldn't be written at the end */
export async function checkExport({ exportOnExit }: StateFiles): Promise<void> {
  if (exportOnExit !== undefined) {
    const [{ exportFile }, { checkWritable }] = await Promise.all([
      import('./state-files.js'),
      import('./state-files.js'),
    ]);
    await checkWritable(exportFile(exportOnExit));
  }
}
