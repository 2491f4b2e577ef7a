import { setTimeout as pause } from 'node:timers/promises';
import { withKey } from '../../support/command.js';

/** What clients got so far. */
export interface Load {
  /** The ids of the pets that were created, by sandbox. */
  readonly created: ReadonlyMap<string, readonly string[]>;
  /** What went wrong: a status, or a broken connection. */
  readonly failures: readonly string[];
  /** How many requests were answered. */
  readonly answered: number;
  /** Ends the clients after their current requests. */
  stop(): Promise<void>;
}

/** How long a client thinks between two requests, in milliseconds; the load is for the deployment to notice. */
const thinkingTime = 10;

/** Sends a request, and returns the body of the response. */
async function send(url: string, body?: string): Promise<string> {
  const init = body && { method: 'POST', body };
  const headers = { ...withKey.headers, 'Content-Type': 'application/json' };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${response.status} ${text}`);
  }
  return text;
}

/** Has clients create pets and read them back, over connections that stay open. */
export function startLoad(origin: string, sandboxes: readonly string[]): Load {
  const created = new Map<string, string[]>(sandboxes.map((name) => [name, []]));
  const failures: string[] = [];
  let answered = 0;
  let isStopping = false;

  const repeat = async (sandbox: string, pets: string[]) => {
    const url = `${origin}/sandboxes/${sandbox}/v1/pets`;
    while (!isStopping) {
      try {
        const id = /"id":(\d+)/.exec(await send(url, '{"name":"Rex","categoryId":2}'))?.[1] ?? '';
        pets.push(id);
        await send(`${url}/${id}`);
        answered += 2;
      } catch (error) {
        failures.push((error as Error).message);
      }
      await pause(thinkingTime);
    }
  };

  // Two clients of each sandbox, whose requests cross each other.
  const clients = [...created, ...created].map(([sandbox, pets]) => repeat(sandbox, pets));
  return {
    created,
    failures,
    get answered() {
      return answered;
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(clients);
    },
  };
}
