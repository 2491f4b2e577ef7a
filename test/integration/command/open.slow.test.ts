import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { run, start, withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';

/** An environment whose browser opener is this script. */
function createOpener(script: string) {
  const folder = createFolder();
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return { folder, environment: { PATH: `${folder}${delimiter}${process.env.PATH}` } };
}

test('--open opens the console', async () => {
  const { folder, environment } = createOpener(
    'echo "$@" > "$(dirname "$0")/part"; mv "$(dirname "$0")/part" "$(dirname "$0")/opened"',
  );
  const path = join(folder, 'opened');

  const { url } = await start(['--open'], { environment });

  await expect.poll(() => existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe(`${url.replace('/v1', '/')}\n`);
});

test('a browser that cannot be opened is a sentence, and the simulator runs on', async () => {
  const { environment } = createOpener('exit 3');
  const running = run(['--port', '0', '--open'], { environment });
  const url = / ready at (\S+) /.exec(await running.ready)?.[1];
  const lines: string[] = [];
  running.child.stderr?.on('data', (chunk) => lines.push(String(chunk)));
  await vi.waitFor(() => expect(lines.join('')).toContain('--open'), 30_000);

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  running.child.kill('SIGTERM');

  expect((await running.finished).stderr).toMatch(
    /^--open could not open a browser: \S+ failed \(exit code 3\)\. Open http:\/\/\S+\/ yourself\.\n/,
  );
});
