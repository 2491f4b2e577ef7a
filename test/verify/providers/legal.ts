import { legalDeployment } from './legal/deployment.js';
import { legalFrameworks } from './legal/frameworks.js';
import { legalHttp } from './legal/http.js';
import { legalIdsAndOrder } from './legal/ids-and-order.js';
import { legalInput } from './legal/input.js';
import { legalJson } from './legal/json.js';
import { legalKeys } from './legal/keys.js';
import { legalLoad } from './legal/load.js';
import { legalQuery } from './legal/query.js';
import { legalReplicas } from './legal/replicas.js';
import { legalRequests } from './legal/requests.js';
import { legalStores } from './legal/stores.js';
import { legalTwins } from './legal/twins.js';
import type { Variant } from './variant.js';

/** One unusual thing each that the document permits or leaves open. */
export const legalVariants: readonly Variant[] = [
  ...legalDeployment,
  ...legalFrameworks,
  ...legalHttp,
  ...legalIdsAndOrder,
  ...legalInput,
  ...legalJson,
  ...legalKeys,
  ...legalLoad,
  ...legalQuery,
  ...legalReplicas,
  ...legalRequests,
  ...legalStores,
  ...legalTwins,
];
