import { Service } from './service.js';
import type { Variant } from './variant.js';

/** Why nothing finds a broken variant out; most of them can't be told from outside. */
const undetected: Readonly<Record<string, string>> = {
  'The key is accepted in the query, as access_token or api_key.':
    'servers write addresses into their logs, and the key would stand there',
  'A key that was left in the code is accepted too.':
    'the other key is secret, and trying keys is no test',
  'Bytes that are not UTF-8 are left out, and the pet is created without them.':
    'a name that is no text may break lists for good',
  'A name with half a surrogate pair fails with 500: it cannot be encoded.':
    'a name that is no text may break lists for good',
  'Of 500 pets, newest first: the filter sold never shows a new pet.':
    'no page shows all pets, so none shows which are missing',
  'Of 500 pets, newest first: every tenth pet is in no list.':
    'no page shows all pets, so none shows which are missing',
  'One answer in a million is lost.': 'nobody sends a million calls for a verdict',
};

export const reasonToPass = ({ name }: Variant): string | undefined => undetected[name];

/** Whether it differs in how its answers are sent: without a network, it is as any other. */
export const isOnWire = ({ service }: Variant) => service.prototype.send !== Service.prototype.send;
