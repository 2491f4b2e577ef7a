import { optionTable } from '../options/table.js';
import type { ListeningSimulator } from '../simulator-core.js';

/** What programs need to call a simulator that listens. */
interface ReadyFacts {
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** Only the default one: a configured key may be in use elsewhere, so it is neither printed nor written. */
  readonly apiKey?: string;
  /** The file of the certificate that the simulator made for HTTPS, which clients must be told to trust. */
  readonly certificate?: string;
  readonly pid: number;
}

export function describeReady(simulator: ListeningSimulator): ReadyFacts {
  const { url, origin, port, apiKey, certificate } = simulator;
  return {
    url,
    origin,
    port,
    ...(optionTable.apiKey.default.includes(apiKey) ? { apiKey } : {}),
    ...(certificate?.selfMade ? { certificate: certificate.path } : {}),
    pid: process.pid,
  };
}

/** Quotes a path for a shell, if it must be. */
const quote = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

/** Formats the ready line for people; no full stop follows the URL, so that it can be copied. */
export function formatReady(simulator: ListeningSimulator): string {
  const { url, origin, apiKey = '<key>', certificate: path } = describeReady(simulator);
  const trust = path === undefined ? '' : `--cacert ${quote(path)} `;
  const curl = `curl ${trust}-H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  const line = `Animal Store simulator is ready at ${url} - console: ${origin}/ - try: ${curl}`;
  return path === undefined
    ? line
    : `${line}\nIts certificate has the SHA-256 fingerprint ${simulator.certificate?.fingerprint}. ` +
        `Programs of Node.js trust it with NODE_EXTRA_CA_CERTS=${quote(path)}`;
}

/** Formats the ready line as one line of a JSON log. */
export function formatReadyJson(simulator: ListeningSimulator): string {
  return JSON.stringify({ time: new Date(), level: 'info', ready: describeReady(simulator) });
}
