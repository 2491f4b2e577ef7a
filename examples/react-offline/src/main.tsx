import type { ServiceWorkerSimulator } from 'animal-store-simulator/service-worker';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './shop.tsx';

declare global {
  /** Without a server, for the browser's console: `simulator.sandbox('default').addRule({ code: 503 })`. */
  var simulator: Pick<ServiceWorkerSimulator, 'sandbox'>;
}

/** Where the pets come from: `server`, `worker` or `msw`. The code of a build for `server` has none of the others'. */
const store = import.meta.env.VITE_STORE ?? 'server';

if (store === 'worker') {
  const { start } = await import('./offline/service-worker.ts');
  globalThis.simulator = await start();
} else if (store === 'msw') {
  const { start } = await import('./offline/msw.ts');
  globalThis.simulator = await start();
}

createRoot(document.getElementById('shop') as HTMLElement).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
