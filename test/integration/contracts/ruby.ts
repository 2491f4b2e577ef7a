import { readFileSync } from 'node:fs';
import type { Outcome } from '../../package/packed.js';
import { findStablePort } from '../../support/local-programs.js';
import { bundle, findMissingGems } from '../broker/start-broker.js';
import type { Provider } from './official-verifier.js';
import { findCommand, openWorkspace, readProgram, runCommand } from './workspace.js';

const rack = readFileSync(new URL('config.ru', import.meta.url), 'utf8');
const spec = 'spec/pact/consumers/animal_store_spec.rb';

/** Why Ruby's verifier is not on this machine, or nothing when it is. */
export const noRuby = findMissingGems('contracts');

/** Runs the page's program for Ruby, with a Rack application in front of the provider. */
export async function verifyWithRuby({ url }: Provider): Promise<Outcome> {
  const text = readProgram('animal_store_spec.rb')
    .replace('9292', String(await findStablePort()))
    .replace('9001', `${await findStablePort()}, pact_proxy_port: ${await findStablePort()}`);
  const folder = await openWorkspace({ [spec]: text, 'config.ru': rack });
  const command = findCommand('bundle exec rspec').replace(/^bundle/, `'${bundle}'`);
  const service = { GEMS_OF: 'contracts', SERVICE_ORIGIN: new URL(url).origin };
  return runCommand(folder, command, service);
}
