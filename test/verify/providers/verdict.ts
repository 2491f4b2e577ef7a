import { type VerificationReport, verify } from '../../../src/index.js';
import { verifyInProcess } from './in-process.js';
import { startProvider } from './provider.js';
import { Service } from './service.js';
import type { Variant } from './variant.js';

/** Why nothing finds a broken variant out; most of them can't be told from outside. */
const undetected: Readonly<Record<string, string>> = {
  'Accepted as the key: one that was left in the code.':
    'the other key is secret, and trying keys is no test',
  'A body is accepted that is not UTF-8, without the bytes that are not.':
    'a name that is no text may break lists for good',
  'Of 500 pets, newest first: every tenth pet is in no list.':
    'no page shows all pets, so none shows which are missing',
  'One answer in a million is lost.': 'nobody sends a million calls for a verdict',
};

export const reasonToPass = ({ name }: Variant): string | undefined => undetected[name];

/** `verify`, without the network unless the service differs in how it sends, of a section or as a whole. */
export async function verifyVariant(
  { service }: Variant,
  timeout: number,
  section?: string,
): Promise<VerificationReport> {
  if (service.prototype.send === Service.prototype.send) {
    return verifyInProcess(service, timeout, section);
  }
  const { url, apiKey, close } = await startProvider(service);
  const only = section === undefined ? {} : { only: section };
  return verify({ url, apiKey, timeout, ...only }).finally(close);
}

/** Whether a requirement failed, or nothing could be verified. */
export const isCaught = ({ outcome, requirements }: VerificationReport) =>
  outcome === 'failed' || (outcome === 'inconclusive' && requirements.length === 0);

/** The failed requirements of a legal provider, or why it could not be verified. */
export const accusationsOf = ({ requirements, reason }: VerificationReport) => [
  ...requirements.filter(({ verdict }) => verdict === 'failed'),
  ...(reason === undefined ? [] : [reason]),
];
