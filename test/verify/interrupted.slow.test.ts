import { expect, test } from 'vitest';
import { run } from '../support/command.js';
import { openProvider } from './open-provider.js';
import type { Answer, Call } from './providers/call.js';
import { Service } from './providers/service.js';
import { flagsOf, linesOf } from './verifying.js';

/** A request after most of the others. */
const late = 250;

/** The default of maxConcurrency. */
const maxConcurrency = 20;

/** Never resolves: the process ends first. */
const never = () => new Promise<void>(() => {});

/** A service that calls `proceed` at a late request, and responds after it. */
function waiting(proceed: () => Promise<void> | void) {
  const counted = { created: 0 };
  let calls = 0;
  const service = class extends Service {
    override async answer(call: Call): Promise<Answer> {
      calls += 1;
      if (calls === late) {
        await proceed();
      }
      const answer = await super.answer(call);
      counted.created += answer.status === 201 ? 1 : 0;
      return answer;
    }
  };
  return { service, counted };
}

test('a signal ends a verification with its exit code and a partial report', async () => {
  let stop = never;
  const { service, counted } = waiting(() => stop());
  const provider = await openProvider(service);
  const { child, finished } = run(['verify', ...flagsOf(provider)]);
  stop = () => {
    child.kill('SIGTERM');
    return never();
  };

  const { code, stdout } = await finished;

  const reason = 'the verification was stopped (SIGTERM)';
  expect(code).toBe(143);
  expect(linesOf(stdout, 'getPet never returns a pet with another id')).toEqual([]);
  expect(linesOf(stdout, 'created pets still exist at the end, unchanged')[0]).toBe(
    `? inconclusive: ${reason}`,
  );
  expect(stdout).toContain(`\nNot verified: The verification is incomplete: ${reason}. `);
  const created = Number(/Created pets: (\d+)\./.exec(stdout)?.[1]);
  expect(created).toBeLessThanOrEqual(counted.created);
  // The others were still under way.
  expect(counted.created - created).toBeLessThan(maxConcurrency);
});
