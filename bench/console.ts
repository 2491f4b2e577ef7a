/**
 * What an open console costs the server: CPU time for the same requests with the page open and without it, in turns.
 * `npx tsx bench/console.ts` after `npm run build`; it also prints when the newest of 1,000 kept requests is shown, and
 * the longest time between two frames of the page.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, unpackChromium } from '../test/support/open-chromium.js';
import { startProcess } from './process.js';
import { medianOf } from './rounds.js';
import { simulator } from './servers.js';

const requests = 5_000;
/** A CI job with a few workers; as many as the machine can answer would be over before the page draws. */
const perSecond = 500;
const rounds = 5;
const paths = ['/pets', '/pets?limit=0', '/pets/1', '/pets?limit=5', '/pets/999'];

/** Sends the requests at an even pace, up to 32 at once. */
async function send(url: string, count: number): Promise<void> {
  const begin = performance.now();
  let sent = 0;
  const work = async () => {
    while (sent < count) {
      const due = begin + (sent * 1_000) / perSecond;
      const path = paths[sent % paths.length];
      sent += 1;
      await wait(Math.max(due - performance.now(), 0));
      await (await fetch(url + path, { headers: { Authorization: 'Bearer test-key' } })).text();
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
}

/** Opens the page. Returns it with the milliseconds from its navigation to the newest row. */
async function open(browser: Browser, port: number): Promise<{ page: Page; shown: number }> {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.locator('tbody tr').first().waitFor();
  const shown = Number(await page.evaluate('performance.now()'));
  // As text: the compiler of this file adds helpers that the page doesn't have.
  await page.evaluate(`{
    window.longest = 0;
    let last = performance.now();
    const measure = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      requestAnimationFrame(measure);
    };
    requestAnimationFrame(measure);
  }`);
  return { page, shown };
}

/** Measures the CPU time in milliseconds, and what the page shows how late if it is open. */
async function measure(browser: Browser, isOpen: boolean) {
  const server = await startProcess(simulator.command);
  const url = `http://127.0.0.1:${server.port}/v1`;
  await send(url, requests / 5);
  const { page, shown = 0 } = isOpen ? await open(browser, server.port) : {};
  await wait(1_000);
  const before = server.cpu();
  await send(url, requests);
  const cpu = (server.cpu() - before) * 1_000;
  const frame = Number(await page?.evaluate('longest'));
  await page?.close();
  await server.stop();
  return { cpu, frame, shown };
}

const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-console-'));
const browser = await launchChromium(await unpackChromium(folder));
console.log(`Load average at the start: ${loadavg()[0]?.toFixed(1)}`);
type Run = Awaited<ReturnType<typeof measure>>;
const runs: Record<'closed' | 'open', Run[]> = { closed: [], open: [] };
for (let round = 0; round < rounds; round += 1) {
  runs.closed.push(await measure(browser, false));
  runs.open.push(await measure(browser, true));
}
await browser.close();
rmSync(folder, { recursive: true });
const [closed, opened] = [medianOf(runs.closed, 'cpu'), medianOf(runs.open, 'cpu')];
console.log(`CPU of the server for ${requests} requests, in milliseconds (median of ${rounds}):`);
console.log(`  without the console ${closed.toFixed(0)}, with it open ${opened.toFixed(0)}`);
console.log(`  ratio ${(opened / closed).toFixed(2)}`);
console.log(`Newest row shown after ${medianOf(runs.open, 'shown').toFixed(0)} ms`);
console.log(`Longest time between frames: ${medianOf(runs.open, 'frame').toFixed(0)} ms`);
console.log(`Load average at the end: ${loadavg()[0]?.toFixed(1)}`);
