import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
/** What `dist/` is built from; the lock file stands for the packages. */
const inputs = ['src', 'scripts', 'spec', 'fixtures', 'package-lock.json', 'tsconfig.json'];

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a file of `dist/`, the last of a build, is newer than all inputs, and folders they are in. */
export function isUpToDate(file) {
  const built = changedAt(`${root}dist/${file}`);
  return inputs.every((input) => {
    const path = `${root}${input}`;
    const isFolder = statSync(path).isDirectory();
    const inside = isFolder ? readdirSync(path, { recursive: true }) : [];
    return ['', ...inside].every((name) => changedAt(`${path}/${name}`.replace(/\/$/, '')) < built);
  });
}
