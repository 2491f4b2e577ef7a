import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openWith, readChromium } from '../../../package/packed.js';
import { openProject } from '../../runners/project.js';
import { preparePlaywright } from '../../runners/runs.js';
import type { Environment } from '../run-program.js';
import type { Consumer } from './consumers.js';

/** Copies consumers to where they find what their tests import; `remove` removes it all. */
export async function openWorkplace(consumers: readonly Consumer[]) {
  const project = await openProject();
  const withJest = consumers.some(({ name }) => name === 'jest')
    ? await openWith('jest@30')
    : undefined;
  let environment: Environment = {};
  for (const { name, folder } of consumers) {
    const copy = join(project.path, name);
    await cp(folder, copy, { recursive: true });
    if (name === 'jest') {
      await symlink(join(`${withJest?.path}`, 'node_modules'), join(copy, 'node_modules'));
    } else if (name.endsWith('-shop')) {
      await symlink(join(project.path, 'node_modules'), join(copy, 'node_modules'));
    }
    if (name === 'playwright-shop') {
      ({ environment } = await preparePlaywright(project, await readChromium(), name));
    }
  }
  return {
    folderOf: ({ name }: Consumer) => join(project.path, name),
    environment,
    remove: () => Promise.all([project.remove(), withJest?.remove()]),
  };
}
