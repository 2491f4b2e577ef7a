import { startServiceWorker } from 'animal-store-simulator/service-worker';
import { storeUrl } from '../store.ts';

/** Answers the app without a server. `animal-store init public` copied the worker. */
export const start = () => startServiceWorker({ url: storeUrl });
