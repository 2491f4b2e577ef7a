import { spawnSync } from 'node:child_process';
import { UsageError } from '../options/usage-error.js';
import { readVariable } from './settings.js';

/** Finds the first value among variables, as a template: `{A}/{B}`. */
function findFirst(templates: readonly string[]): string | undefined {
  for (const template of templates) {
    let isComplete = true;
    const value = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const found = readVariable(name);
      isComplete &&= found !== undefined;
      return found ?? '';
    });
    if (isComplete) {
      return value;
    }
  }
  return undefined;
}

/**
 * Where CI systems have the branch: GitHub, GitLab, CircleCI, Jenkins, Buildkite, Azure, Bitbucket, Travis
 * and AppVeyor. That of a pull request comes first.
 */
const branchVariables = [
  '{GITHUB_HEAD_REF}',
  '{GITHUB_REF}',
  '{CI_MERGE_REQUEST_SOURCE_BRANCH_NAME}',
  '{CI_COMMIT_BRANCH}',
  '{CI_COMMIT_REF_NAME}',
  '{CIRCLE_BRANCH}',
  '{CHANGE_BRANCH}',
  '{BRANCH_NAME}',
  '{GIT_BRANCH}',
  '{BUILDKITE_BRANCH}',
  '{SYSTEM_PULLREQUEST_SOURCEBRANCH}',
  '{BUILD_SOURCEBRANCH}',
  '{BITBUCKET_BRANCH}',
  '{TRAVIS_PULL_REQUEST_BRANCH}',
  '{TRAVIS_BRANCH}',
  '{APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH}',
  '{APPVEYOR_REPO_BRANCH}',
];

/** The same for the commit. */
const commitVariables = [
  '{GITHUB_SHA}',
  '{CI_COMMIT_SHA}',
  '{CIRCLE_SHA1}',
  '{GIT_COMMIT}',
  '{BUILDKITE_COMMIT}',
  '{BUILD_SOURCEVERSION}',
  '{BITBUCKET_COMMIT}',
  '{TRAVIS_COMMIT}',
  '{APPVEYOR_REPO_COMMIT}',
];

/** The same for the URL of the build. */
const buildVariables = [
  '{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}',
  '{CI_JOB_URL}',
  '{CIRCLE_BUILD_URL}',
  '{BUILDKITE_BUILD_URL}',
  '{SYSTEM_TEAMFOUNDATIONCOLLECTIONURI}{SYSTEM_TEAMPROJECT}/_build/results?buildId={BUILD_BUILDID}',
  'https://bitbucket.org/{BITBUCKET_REPO_FULL_NAME}/pipelines/results/{BITBUCKET_BUILD_NUMBER}',
  '{TRAVIS_BUILD_WEB_URL}',
  '{APPVEYOR_URL}/project/{APPVEYOR_PROJECT_SLUG}/build/{APPVEYOR_BUILD_VERSION}',
  '{BUILD_URL}',
];

/** Reads the name of a branch; tags and merge commits are none. */
function toBranch(ref: string): string | undefined {
  const name = ref.replace(/^refs\/heads\//, '').replace(/^(?:refs\/remotes\/)?origin\//, '');
  return name === 'HEAD' || name === '' || name.startsWith('refs/') ? undefined : name;
}

/** Runs git; returns why it failed as an error. */
function runGit(...args: readonly string[]): string | Error {
  const { error, status, stdout, stderr } = spawnSync('git', args, {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return status === 0 ? stdout.trim() : (error ?? new Error(stderr.trim()));
}

/** Finds the branch of the CI's variables, or of git. */
export function findBranch(): string | undefined {
  // In a build of a tag, some variables of branches have the tag.
  const isTag =
    readVariable('CI_COMMIT_TAG') !== undefined || readVariable('TRAVIS_TAG') !== undefined;
  const found = isTag
    ? undefined
    : branchVariables.flatMap((one) => toBranch(findFirst([one]) ?? '') ?? []);
  const git = runGit('symbolic-ref', '--quiet', '--short', 'HEAD');
  return found?.[0] ?? (typeof git === 'string' ? toBranch(git) : undefined);
}

export const findBuildUrl = (): string | undefined => findFirst(buildVariables);

/**
 * Finds the git commit, if the files are as it has them: a broker accepts only one content per version.
 *
 * @throws {UsageError} when they are not, or there is no commit
 */
export function findCommit(paths: readonly string[]): string {
  const head = runGit('rev-parse', '--verify', 'HEAD');
  if (head instanceof Error) {
    const commit = findFirst(commitVariables);
    if (commit !== undefined) {
      return commit;
    }
    throw new UsageError(
      `The git commit, which is the version, cannot be read: ${head.message}\n` +
        'Set --consumer-version or PACT_BROKER_CONSUMER_VERSION to publish as another version.',
    );
  }
  const changes = runGit('status', '--porcelain', '--', ...paths);
  if (changes !== '') {
    throw new UsageError(
      `The contracts have changes, so they cannot be published as the commit ${head}:\n` +
        `${changes instanceof Error ? changes.message : changes}\n` +
        'Commit the contracts first, or set --consumer-version or PACT_BROKER_CONSUMER_VERSION to publish as ' +
        'another version.',
    );
  }
  return head;
}
