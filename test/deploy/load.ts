import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { withKey } from '../support/command.js';

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
function send(agent: Agent, url: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { ...withKey.headers, ...(body && { 'Content-Type': 'application/json' }) };
    const sent = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject).on('end', () => {
        const expected = body ? 201 : 200;
        if (response.statusCode === expected) {
          resolve(text);
        } else {
          reject(new Error(`${response.statusCode} ${text}`));
        }
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** Has clients create pets and read them back, each on a connection that it keeps open. */
export function startLoad(origin: string, sandboxes: readonly string[]): Load {
  const created = new Map<string, string[]>(sandboxes.map((name) => [name, []]));
  const failures: string[] = [];
  const agents: Agent[] = [];
  let answered = 0;
  let isStopping = false;

  const createAndRead = async (agent: Agent, sandbox: string, pets: string[]) => {
    const url = `${origin}/sandboxes/${sandbox}/v1/pets`;
    const pet = await send(agent, url, '{"name":"Rex","categoryId":2}');
    const id = /"id":(\d+)/.exec(pet)?.[1] ?? '';
    pets.push(id);
    await send(agent, `${url}/${id}`);
    answered += 2;
  };

  const repeat = async (sandbox: string, pets: string[]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    while (!isStopping) {
      await createAndRead(agent, sandbox, pets).catch(({ message }) => failures.push(message));
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
      for (const agent of agents) {
        agent.destroy();
      }
    },
  };
}
