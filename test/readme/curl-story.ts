import { STATUS_CODES } from 'node:http';
import { type RunningSimulator, startSimulator } from '../../src/index.js';
import { commandsOf, type Snippet } from './blocks.js';
import { readCurl } from './curl.js';

/** Where the documents say that the simulator is. */
const shownOrigin = 'http://127.0.0.1:4010';

/** The curls of a document are one story, told to one simulator from top to bottom. */
export interface CurlStory {
  readonly simulator: RunningSimulator;
  /** What the last curl of a snippet is answered with. */
  readonly statuses: ReadonlyMap<Snippet, number>;
  readonly answers: ReadonlyMap<Snippet, string>;
  /** A text of the document, with the address of this simulator. */
  here(text: string): string;
}

export const curlsOf = (snippets: readonly Snippet[]) =>
  snippets.filter(({ language, text }) => language === 'sh' && text.startsWith('curl'));

export async function tellCurls(snippets: readonly Snippet[]): Promise<CurlStory> {
  const simulator = await startSimulator();
  const here = (text: string) => text.replaceAll(shownOrigin, simulator.origin);
  const statuses = new Map<Snippet, number>();
  const answers = new Map<Snippet, string>();
  for (const snippet of curlsOf(snippets)) {
    for (const command of commandsOf(snippet)) {
      const { url, init, head } = readCurl(here(command));
      const response = await fetch(url, init);
      const body = await response.text();
      const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
      const status = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`;
      statuses.set(snippet, response.status);
      answers.set(snippet, head ? [status, ...lines, '', body].join('\n') : body);
    }
  }
  return { simulator, statuses, answers, here };
}
