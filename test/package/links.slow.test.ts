import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { documentPaths } from '../../scripts/doc-tables.js';
import { listPacked, root } from './packed.js';

const packed = await listPacked();

/** Without fenced blocks, in which `](` and `#` mean something else. */
const readProse = (path: string) =>
  readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');

/** The anchors of a document: its headings, as GitHub and npm write them. */
function listAnchors(path: string): string[] {
  return [...readProse(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Targets of links and images that are not on the web. */
function listTargets(path: string): string[] {
  const found = readProse(path).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g);
  return [...found]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((target) => !/^https?:/.test(target));
}

function isDead(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.join(posix.dirname(from), file);
  const exists = packed.some((name) => name === path || name.startsWith(`${path}/`));
  return !exists || (anchor !== undefined && !listAnchors(path).includes(anchor));
}

const packedPaths = documentPaths.filter((path) => !path.startsWith('deploy/'));

test.each([...packedPaths, 'CHANGELOG.md'])('%s of the package has no dead link', (path) => {
  expect(packed).toContain(path);
  expect(listTargets(path).filter((target) => isDead(path, target))).toEqual([]);
});

test('the README links to every document', () => {
  const others = packedPaths.filter((path) => path !== 'README.md');

  expect(listTargets('README.md')).toEqual(expect.arrayContaining(others));
});

test('every path that CONTRIBUTING names exists', () => {
  const text = readProse('CONTRIBUTING.md');
  const paths = text.match(/(?<=[`(])(?:src|test|spec|docs)(?:\/[\w./-]+)?(?=[`)])/g) ?? [];

  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
