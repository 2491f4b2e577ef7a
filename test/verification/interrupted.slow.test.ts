import { describe, expect, test } from 'vitest';
import type { Answer, Call } from '../providers/call.js';
import { Service } from '../providers/service.js';
import { run } from '../support/command.js';
import { descendantsOf, isRunning, onLinux } from './processes.js';
import { openService } from './providers.js';
import { flagsOf, linesOf } from './verifying.js';

/** The name of pets that only Pact's verifier creates. */
const nameOfContract = /"animal-store verify [\da-f]{8}: Rex"/;

/** The default of --max-concurrency. */
const maxConcurrency = 20;

/** Never resolves: the process ends first. */
const never = () => new Promise<void>(() => {});

/** A service that calls `proceed` at the first request of Pact's verifier, and responds after it. */
function waiting(proceed: () => Promise<void> | void) {
  const counted = { created: 0 };
  let reported = false;
  const service = class extends Service {
    override async answer(call: Call): Promise<Answer> {
      if (!reported && nameOfContract.test(String(call.body))) {
        reported = true;
        await proceed();
      }
      const answer = await super.answer(call);
      counted.created += answer.status === 201 ? 1 : 0;
      return answer;
    }
  };
  return { service, counted };
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s during a verification', (signal, exitCode) => {
  test('ends it with its exit code and a partial report', async () => {
    let stop = never;
    const { service, counted } = waiting(() => stop());
    const provider = await openService(service);
    const { child, finished } = run(['verify', ...flagsOf(provider)]);
    stop = () => {
      child.kill(signal);
      return never();
    };

    const { code, stdout } = await finished;

    const reason = `the verification was stopped (${signal})`;
    expect(code).toBe(exitCode);
    expect(
      linesOf(stdout, 'every response is JSON with the content type application/json'),
    ).toEqual([]);
    expect(linesOf(stdout, 'createPet accepts a pet without a status')[0]).toBe(
      `? inconclusive: ${reason}`,
    );
    expect(stdout).toContain(`\nIncomplete: ${reason}. `);
    const created = Number(/createPet responses with 2xx: (\d+)\./.exec(stdout)?.[1]);
    expect(created).toBeLessThanOrEqual(counted.created);
    // The others were still under way.
    expect(counted.created - created).toBeLessThan(maxConcurrency);
  });

  test.skipIf(!onLinux)('leaves no process behind (Linux only)', async () => {
    let stop = never;
    const { service } = waiting(() => stop());
    const provider = await openService(service);
    const { child, finished } = run(['verify', ...flagsOf(provider)]);
    let started: number[] = [];
    stop = () => {
      started = descendantsOf(child.pid as number);
      child.kill(signal);
      return never();
    };

    await finished;

    expect(started).toHaveLength(1);
    await expect.poll(() => started.filter(isRunning), { timeout: 30_000 }).toEqual([]);
  });
});

describe.skipIf(!onLinux)("if the system kills Pact's verifier (Linux only)", () => {
  async function verifyWithKilledVerifier() {
    let kill = () => {};
    const { service } = waiting(() => kill());
    const provider = await openService(service);
    const { child, finished } = run(['verify', ...flagsOf(provider)]);
    kill = () => {
      for (const pid of descendantsOf(child.pid as number)) {
        process.kill(pid, 'SIGKILL');
      }
    };
    return finished;
  }

  test('the requirements of the contract are inconclusive', async () => {
    const { code, stdout } = await verifyWithKilledVerifier();

    expect(code).toBe(2);
    expect(linesOf(stdout, 'createPet accepts a pet without a status')[0]).toBe(
      "? inconclusive: Pact's verifier failed: SIGKILL ended it",
    );
  });

  test('the checks keep their verdicts', async () => {
    const { stdout } = await verifyWithKilledVerifier();

    expect(
      linesOf(stdout, 'every response is JSON with the content type application/json'),
    ).toEqual([]);
    expect(stdout).toMatch(
      /passes [1-9]\d* of \d+ requirements of the interface\. Not shown: [1-9]\d* inconclusive/,
    );
  });
});
