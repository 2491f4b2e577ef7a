import { optionTable } from '../options/table.js';
import type { ListeningSimulator } from '../simulator-core.js';

/** What programs need to call a simulator that listens. */
interface ReadyFacts {
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** Only the default one: a configured key may be in use elsewhere, so it is neither printed nor written. */
  readonly apiKey?: string;
  readonly pid: number;
}

export function describeReady(simulator: ListeningSimulator): ReadyFacts {
  const { url, origin, port, apiKey } = simulator;
  return {
    url,
    origin,
    port,
    ...(optionTable.apiKey.default.includes(apiKey) ? { apiKey } : {}),
    pid: process.pid,
  };
}

/** Formats the ready line for people; no full stop follows the URL, so that it can be copied. */
export function formatReady(simulator: ListeningSimulator): string {
  const { url, origin, apiKey = '<key>' } = describeReady(simulator);
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  return `Animal Store simulator is ready at ${url} - console: ${origin}/ - try: ${curl}`;
}

/** Formats the ready line as one line of a JSON log. */
export function formatReadyJson(simulator: ListeningSimulator): string {
  return JSON.stringify({ time: new Date(), level: 'info', ready: describeReady(simulator) });
}
