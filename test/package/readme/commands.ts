import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../src/index.js';
import { noCurl } from '../../support/curl.js';
import { announcedCode, readCommands, type Snippet } from './blocks.js';
import { hasLines, perform } from './perform.js';

function expectOutput({ output: shown }: Snippet, output: string, origin: string): void {
  if (shown?.language === 'json') {
    const json = JSON.parse(output.replaceAll(origin, 'http://127.0.0.1:4010'));
    expect(json).toMatchObject(JSON.parse(shown.text));
  } else if (shown?.language === 'http') {
    const lines = output.toLowerCase().split('\n');
    expect(lines).toEqual(expect.arrayContaining(shown.text.trim().toLowerCase().split('\n')));
  } else if (shown !== undefined) {
    expect(hasLines(output, shown.text), output).toBe(true);
  }
}

/** Whether a snippet runs the built command. */
export const isSlow = ({ text }: Snippet) => /animal-store|npm start/.test(text);

/** Runs the commands of each document in their order, all with one simulator. */
export function testCommands(snippets: readonly Snippet[]): void {
  describe.each([...new Set(snippets.map(({ file }) => file))])('%s', (path) => {
    let simulator: RunningSimulator;
    beforeAll(async () => {
      simulator = await startSimulator();
    });
    afterAll(() => simulator.close());

    const ownSnippets = snippets.filter(({ file }) => file === path);
    test.for(ownSnippets)('line $line', async (snippet, { skip }) => {
      skip(noCurl !== undefined && /^curl /m.test(snippet.text), noCurl);
      for (const command of readCommands(snippet)) {
        const { code, output } = await perform(command, path, simulator);
        const isLast = command === readCommands(snippet).at(-1);
        expect(code, output).toBe(isLast ? announcedCode(snippet) : 0);
        if (isLast) {
          expectOutput(snippet, output, simulator.origin);
        }
      }
    });
  });
}
