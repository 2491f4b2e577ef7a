import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendTogether } from '../../src/http/send-reply.js';

test('replies of one turn of the event loop are sent at its end, in order', async () => {
  const events: string[] = [];
  for (const request of ['first', 'second']) {
    events.push(`${request} handled`);
    sendTogether(() => events.push(`${request} sent`));
  }
  await turn();
  expect(events).toEqual(['first handled', 'second handled', 'first sent', 'second sent']);
});

test('no reply waits for more than 31 others', () => {
  let sent = 0;
  for (let reply = 0; reply < 70; reply += 1) {
    sendTogether(() => {
      sent += 1;
    });
  }
  expect(sent).toBe(64);
});
