import { useEffect, useState } from 'preact/hooks';

/** The part of the URL behind `#`: `#/traffic?sandbox=checkout-7&status=404`. */
export interface Route {
  readonly view: string;
  /** The sandbox that the person chose, if any. */
  readonly sandbox: string | undefined;
  /** The parameters of the view; all strings. */
  readonly parameters: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [view = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const sandbox = parameters.get('sandbox') || undefined;
  parameters.delete('sandbox');
  return { view, sandbox, parameters };
}

/** A link to a view of a sandbox, or of no certain one. */
export function formatRoute(
  view: string,
  sandbox: string | undefined,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(sandbox && { sandbox }), ...parameters });
  return `#/${view}${query.size > 0 ? `?${query}` : ''}`;
}

export function navigate(...to: Parameters<typeof formatRoute>): void {
  location.hash = formatRoute(...to);
}

/** The same, without a step that the back button takes back. */
export function replaceRoute(...to: Parameters<typeof formatRoute>): void {
  location.replace(formatRoute(...to));
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return parseRoute(hash);
}
