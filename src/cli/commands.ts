import type { Command } from 'commander';

interface CommandEntry {
  /** One line of the main help. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** All commands, in the order of the help. */
export const commands = {
  start: {
    summary: 'start a simulator (default)',
    load: async () => (await import('./start-command.js')).createStartCommand(),
  },
  exec: {
    summary: 'run a command with a simulator of its own',
    load: async () => (await import('./exec.js')).createExecCommand(),
  },
  matrix: {
    summary: 'find the unspecified behaviour that a command depends on',
    load: async () => (await import('./matrix.js')).createMatrixCommand(),
  },
  verify: {
    summary: 'check a running service against the interface',
    load: async () => (await import('./verify.js')).createVerifyCommand(),
  },
  publish: {
    summary: 'publish contracts to a Pact Broker',
    load: async () => (await import('./publish.js')).createPublishCommand(),
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export function isCommandName(word: string): word is keyof typeof commands {
  return Object.hasOwn(commands, word);
}
