import { describe, expect, test } from 'vitest';
import type { Answer, Call } from '../providers/call.js';
import { Service } from '../providers/service.js';
import { run } from '../support/command.js';
import { descendantsOf, isRunning, onLinux } from './processes.js';
import { openService } from './providers.js';
import { flagsOf, linesOf } from './verifying.js';

/** How Pact's verifier, and nobody else, names a pet. */
const nameOfContract = '"animal-store verify: Rex"';

/** There is no answer to this call before the process is gone. */
const never = () => new Promise<void>(() => {});

/** A service that tells when Pact's verifier has come to call, and answers once it may. */
function waiting(proceed: () => Promise<void> | void) {
  const counted = { created: 0 };
  let told = false;
  const service = class extends Service {
    override async answer(call: Call): Promise<Answer> {
      if (!told && String(call.body).includes(nameOfContract)) {
        told = true;
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
] as const)('%s in the middle of a verification', (signal, exitCode) => {
  test('ends it with its exit code, and says how many pets were created', async () => {
    let stop = never;
    const { service, counted } = waiting(() => stop());
    const provider = await openService(service);
    const { child, finished } = run(['verify', ...flagsOf(provider)]);
    let createdBefore = 0;
    stop = () => {
      createdBefore = counted.created;
      child.kill(signal);
      return never();
    };

    const { code, stdout, stderr } = await finished;

    expect(code).toBe(exitCode);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n').at(-1)).toBe(
      `Stopped by ${signal} before there was a verdict. Pets created so far: ${createdBefore}, and ` +
        'one more may be on its way; they stay.',
    );
  });

  test.skipIf(!onLinux)('leaves no process behind (asks /proc: Linux only)', async () => {
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
    await expect.poll(() => started.filter(isRunning)).toEqual([]);
  });
});

describe.skipIf(!onLinux)(
  "Pact's verifier is ended by the system (found by /proc: Linux only)",
  () => {
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

    test('the promises of the contract are not proved, with the reason', async () => {
      const { code, stdout } = await verifyWithKilledVerifier();

      expect(code).toBe(0);
      expect(linesOf(stdout, 'a new pet without a status is added')).toEqual([
        "not proved: Pact's verifier failed: it was ended by SIGKILL",
      ]);
    });

    test('the verdicts of the laws are kept', async () => {
      const { stdout } = await verifyWithKilledVerifier();

      expect(stdout).toContain('✓ every answer is JSON, sent as application/json');
      expect(stdout).toMatch(/keeps [1-9]\d* of \d+ promises of the interface; [1-9]\d* could not/);
    });
  },
);
