import { expect, test } from 'vitest';
import { run } from '../support/command.js';
import { flagsOf, openProvider } from './open-provider.js';
import type { Call } from './providers/call.js';
import { Service } from './providers/service.js';

/** A request after most of the others. */
const late = 250;

/** The default of maxConcurrency. */
const maxConcurrency = 20;

test('a signal ends a verification with its exit code and a partial report', async () => {
  let calls = 0;
  let created = 0;
  class Stopping extends Service {
    override async answer(call: Call) {
      calls += 1;
      if (calls === late) {
        child.kill('SIGTERM');
        // The process ends first.
        await new Promise(() => {});
      }
      const answer = await super.answer(call);
      created += answer.status === 201 ? 1 : 0;
      return answer;
    }
  }
  const provider = await openProvider(Stopping);
  const { child, finished } = run(['verify', ...flagsOf(provider)]);

  const { code, stdout } = await finished;

  expect(code).toBe(143);
  expect(stdout).not.toContain('getPet never returns a pet with another id');
  expect(stdout).toMatch(
    /^\? inconclusive: .* \(SIGTERM\)\n(?: .*\n)* {3}\? .* created pets still exist at the end/m,
  );
  expect(stdout).toContain(
    '\nNot verified: The verification is incomplete: it was stopped (SIGTERM). ',
  );
  const reported = Number(/Created pets: (\d+)\./.exec(stdout)?.[1]);
  expect(reported).toBeLessThanOrEqual(created);
  // The others were still under way.
  expect(created - reported).toBeLessThan(maxConcurrency);
});
