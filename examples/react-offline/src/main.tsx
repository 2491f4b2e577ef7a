import type { OfflineSimulator } from 'animal-store-simulator/browser';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './shop.tsx';

declare global {
  /** Without a server, for the browser's console: `simulator.sandbox('default').addRule({ code: 503 })`. */
  var simulator: Pick<OfflineSimulator, 'sandbox'>;
}

/** Where the pets come from: `server` or `msw`. A build for `server` has no code of MSW. */
const store = import.meta.env.VITE_STORE ?? 'server';

if (store === 'msw') {
  const { start } = await import('./offline/msw.ts');
  globalThis.simulator = await start();
}

createRoot(document.getElementById('shop') as HTMLElement).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
