import { optionTable } from '../options/table.js';
import type { RunningSimulator } from '../simulator.js';

/** What programs need to call a simulator that listens. */
interface ReadyFacts {
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** Only the default one: a configured key may be in use elsewhere, so it is neither printed nor written. */
  readonly apiKey?: string;
  readonly pid: number;
}

export function describeReady({ url, origin, port, apiKey }: RunningSimulator): ReadyFacts {
  const isPublic = optionTable.apiKey.default.includes(apiKey);
  return { url, origin, port, ...(isPublic ? { apiKey } : {}), pid: process.pid };
}

/** Formats the ready line for people; no full stop follows the URL, so that it can be copied. */
export function formatReady(simulator: RunningSimulator): string {
  const { url, origin, apiKey = '<key>' } = describeReady(simulator);
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  return `Animal Store simulator is ready at ${url} - console: ${origin}/ - try: ${curl}`;
}

/** Formats the ready line as one line of a JSON log. */
export function formatReadyJson(simulator: RunningSimulator): string {
  return JSON.stringify({ time: new Date(), level: 'info', ready: describeReady(simulator) });
}
