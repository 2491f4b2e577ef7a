import { createSimulator, type OfflineSimulator } from 'animal-store-simulator/browser';
import { handlers } from 'animal-store-simulator/msw';
import { setupWorker } from 'msw/browser';
import { storeUrl } from '../store.ts';

/** Answers the app with MSW, beside handlers of other services. `msw init public` copied its worker. */
export async function start(): Promise<OfflineSimulator> {
  const simulator = createSimulator();
  const worker = setupWorker(...handlers(simulator, { baseUrl: storeUrl }));
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
  return simulator;
}
