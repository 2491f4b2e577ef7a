import { defaultSandbox } from '../engine/sandbox/sandbox.js';
import type { PactOptions, RecordedPact } from '../recording/record.js';
import { createAdminClient } from './admin-client.js';
import { readText, readValue, type Transport } from './transport.js';

function formatNeeds(needs: PactOptions['needs'] = {}): string {
  return Object.entries(needs)
    .map(([name, fields]) => `${name}=${fields.join(',')}`)
    .join(',');
}

/**
 * Reads the contract of a consumer, byte for byte, and what is not in it.
 *
 * @throws {SimulatorError} when there is no consumer, or an option is wrong
 */
export async function readPact(
  transport: Transport,
  { consumer, needs }: PactOptions = {},
): Promise<RecordedPact> {
  const query = new URLSearchParams({
    ...(consumer !== undefined && { consumer }),
    ...(needs !== undefined && { needs: formatNeeds(needs) }),
  });
  const sandbox = defaultSandbox;
  const response = await transport.send({ method: 'GET', path: '/pact', query, sandbox, body: '' });
  const text = await readText(response);
  // Throws the error of a refusal.
  readValue(response.status, text, transport.origin);
  const admin = createAdminClient(transport, sandbox);
  const { leftOut } = await admin.GET('/pact/left-out');
  return { text, leftOut };
}
