import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerFacts } from '../http/server.js';
import { serveText } from './listener.js';

/** What health checks report. */
export interface HealthContext extends Pick<ServerFacts, 'isStopping' | 'readEventLoopDelay'> {
  /** Whether the sandboxes are within reach. */
  readonly isReady: () => boolean;
}

interface Health {
  /** Default: 200. */
  readonly status?: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Whether a load balancer may send requests here, and why not. */
function checkReadiness({ isStopping, isReady }: HealthContext): Health {
  if (isStopping()) {
    const message = 'The simulator is stopping. Send requests elsewhere.';
    return { status: 503, body: { status: 'stopping', message } };
  }
  if (!isReady()) {
    const message =
      "The store that keeps the sandboxes (option store) can't be used. The log has the reason.";
    return { status: 503, body: { status: 'store-unavailable', message } };
  }
  return { body: { status: 'ready' } };
}

/** The health checks: a process that isn't live must be restarted, one that isn't ready gets no requests. */
const checks: Readonly<Record<string, (context: HealthContext) => Health>> = {
  '/health': ({ readEventLoopDelay }) => ({
    body: { status: 'ok', eventLoopDelay: readEventLoopDelay() },
  }),
  '/health/live': () => ({ body: { status: 'live' } }),
  '/health/ready': checkReadiness,
};

export const healthPaths = Object.keys(checks);

/** Answers a health check; returns false for other paths. */
export function serveHealth(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  context: HealthContext,
): boolean {
  const health = checks[path]?.(context);
  if (health !== undefined) {
    response.setHeader('Cache-Control', 'no-store');
    serveText(request, response, 'application/json', JSON.stringify(health.body), health.status);
  }
  return health !== undefined;
}
