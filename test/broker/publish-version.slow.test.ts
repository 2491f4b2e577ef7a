import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { parts } from './contract-files.js';
import { publishContractsOf, root, runGit } from './run-program.js';
import { startStandIn } from './stand-in.js';

const noGit = spawnSync('git', ['--version']).status !== 0;

beforeEach(({ skip }) => skip(noGit, 'These tests make git commits, and this machine has no git.'));

/** A folder with the contracts; it is removed with the test. */
async function folderWithContracts(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-publish-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, 'contracts'), join(folder, 'contracts'), { recursive: true });
  return folder;
}

/** The same, as the first commit of a branch. */
async function committedOn(branch: string): Promise<{ folder: string; commit: string }> {
  const folder = await folderWithContracts();
  const git = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runGit(folder, ...args);
    expect(code, stderr).toBe(0);
    return stdout.trim();
  };
  await git('init', '--quiet');
  await git('checkout', '--quiet', '-b', branch);
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'contracts');
  return { folder, commit: await git('rev-parse', 'HEAD') };
}

test('takes version and branch from git', async () => {
  const broker = await startStandIn();
  const { folder, commit } = await committedOn('feature/x');

  const { code } = await publishContractsOf(folder, { PACT_BROKER_BASE_URL: broker.url });

  expect(code).toBe(0);
  expect(broker.publications()[0]).toMatchObject({
    pacticipantVersionNumber: commit,
    branch: 'feature/x',
  });
});

test('ignores changes outside contracts/', async () => {
  const broker = await startStandIn();
  const { folder } = await committedOn('main');
  await writeFile(join(folder, 'notes.txt'), 'new');

  const { code } = await publishContractsOf(folder, { PACT_BROKER_BASE_URL: broker.url });

  expect(code).toBe(0);
});

test.for([
  ['GitHub', { GITHUB_REF: 'refs/heads/of-the-ci' }],
  ['a pull request on GitHub', { GITHUB_REF: 'refs/pull/1/merge', GITHUB_HEAD_REF: 'of-the-ci' }],
  ['GitLab', { CI_COMMIT_REF_NAME: 'of-the-ci' }],
  ['CircleCI', { CIRCLE_BRANCH: 'of-the-ci' }],
  ['Jenkins', { GIT_BRANCH: 'origin/of-the-ci' }],
  ['Buildkite', { BUILDKITE_BRANCH: 'of-the-ci' }],
  ['Azure', { BUILD_SOURCEBRANCH: 'refs/heads/of-the-ci' }],
] as const)('takes the branch of a bare commit from the CI: %s', async ([, variables]) => {
  const broker = await startStandIn();
  const { folder, commit } = await committedOn('main');
  await runGit(folder, 'checkout', '--quiet', '--detach');

  await publishContractsOf(folder, { PACT_BROKER_BASE_URL: broker.url, ...variables });

  expect(broker.publications()[0]).toMatchObject({
    pacticipantVersionNumber: commit,
    branch: 'of-the-ci',
  });
});

test('publishes a bare commit without a CI without a branch', async () => {
  const broker = await startStandIn();
  const { folder, commit } = await committedOn('main');
  await runGit(folder, 'checkout', '--quiet', '--detach');

  await publishContractsOf(folder, { PACT_BROKER_BASE_URL: broker.url });

  expect(broker.publications()[0]?.pacticipantVersionNumber).toBe(commit);
  expect(broker.publications()[0]?.branch).toBeUndefined();
});

test.for([
  ['was changed', `${parts[0]?.name}`],
  ['was added', 'another.json'],
] as const)('rejects a contract that %s since the commit', async ([, name]) => {
  const broker = await startStandIn();
  const { folder, commit } = await committedOn('main');
  await writeFile(join(folder, 'contracts', name), '{}');

  const { code, stderr } = await publishContractsOf(folder, { PACT_BROKER_BASE_URL: broker.url });

  expect(code).toBe(2);
  expect(stderr).toContain(`so they cannot be published as the commit ${commit}`);
  expect(stderr).toContain(`contracts/${name}`);
  expect(stderr).toContain('Commit the contracts first');
  expect(broker.received).toEqual([]);
});

test('where there is no git commit, the variable to set instead is named', async () => {
  const broker = await startStandIn();
  const folder = await folderWithContracts();

  const { code, stderr } = await publishContractsOf(folder, { PACT_BROKER_BASE_URL: broker.url });

  expect(code).toBe(2);
  expect(stderr).toContain('not a git repository');
  expect(stderr).toContain('Set --consumer-version or PACT_BROKER_CONSUMER_VERSION');
  expect(broker.received).toEqual([]);
});
