import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './shop.tsx';

createRoot(document.getElementById('shop') as HTMLElement).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
