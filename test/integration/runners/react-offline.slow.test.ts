import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readChromium, root, runNode } from '../../package/packed.js';
import { freePort } from '../../support/free-port.js';
import { noBrowser, type UnpackedChromium } from '../../support/open-chromium.js';
import { openProject, type Project } from './project.js';
import { runPlaywright } from './runs.js';

const example = 'react-offline';

let project: Project;

beforeAll(async () => {
  project = await openProject();
  await project.copyExample(example);
});

afterAll(() => project.remove());

test('the shop compiles', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');

  const outcome = await runNode(join(project.path, example), [compiler]);

  expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
});

describe('in a browser', () => {
  let chromium: UnpackedChromium;

  beforeAll(async () => {
    if (noBrowser === undefined) {
      chromium = await readChromium();
    }
  });

  beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

  test.for([
    ['server', 7],
    ['msw', 6],
  ] as const)('the shop passes its tests with %s', async ([store, passed]) => {
    const port = String(await freePort());
    const environment = { PORT: port, VITE_STORE: store };

    const { code, output } = await runPlaywright(project, chromium, example, environment);

    expect(code, output).toBe(0);
    expect(output).toContain(`${passed} passed`);
  });
});
