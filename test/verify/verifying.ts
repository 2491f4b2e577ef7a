import type { Provider } from './providers/provider.js';

/** The flags that every verification needs. */
export const flagsOf = ({ url, apiKey }: Pick<Provider, 'url' | 'apiKey'>) => [
  '--url',
  url,
  '--api-key',
  apiKey,
];
