import { UsageError } from '../options/usage-error.js';

/** Says in one sentence why nothing can listen there, and what to choose instead. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use. Stop what listens there, or choose another port ` +
          '(0 picks a free one).',
      );
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} needs rights that this process hasn't. Choose a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(
        `${host} is no address of this machine. Choose one, such as 127.0.0.1.`,
      );
    default:
      return new UsageError(
        `Nothing can listen on port ${port} of ${host} (${error.code}). Choose another host or port.`,
      );
  }
}
