import { spawn } from 'node:child_process';

/** How each system opens a URL. No shell reads it. */
function createOpenCommand(url: string): readonly [program: string, ...args: string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return ['xdg-open', url];
  }
}

/** Opens a URL in the default browser. If that fails, a sentence says so: the simulator runs on. */
export function openBrowser(url: string): void {
  const [program, ...args] = createOpenCommand(url);
  const report = (reason: string) =>
    console.error(`--open could not open a browser: ${program} ${reason}. Open ${url} yourself.`);
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', ({ code }: NodeJS.ErrnoException) => report(`can't be run (${code})`))
    .on('exit', (code) => {
      if (code !== 0) {
        report(`failed (exit code ${code})`);
      }
    });
  // The simulator must not wait for a browser that it started.
  child.unref();
}
