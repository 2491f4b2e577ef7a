import type { Active } from './active.js';

/** The fields of the URL's last part; none is empty. */
export type Parameters = Readonly<Record<string, string>>;

export interface ViewProps {
  /** The sandbox that the person chose, else `default`. */
  readonly sandbox: string;
  readonly parameters: Parameters;
  /** What is active in that sandbox. */
  readonly active: Active;
  /** Loads what is active again. */
  readonly reload: () => Promise<void>;
}

/** A query of the fields that aren't empty, with its question mark. */
export function formatQuery(fields: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** Reads the part of the URL behind `#`: `#/traffic?sandbox=checkout-7&status=404`. */
export function readRoute(): { readonly view: string; readonly parameters: Parameters } {
  const [view, query] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { view: view || 'traffic', parameters: Object.fromEntries(new URLSearchParams(query)) };
}

export const formatRoute = (view: string, parameters: Parameters) =>
  `#/${view}${formatQuery(parameters)}`;

/**
 * Changes parameters of the view that is shown; an empty one goes.
 *
 * @param isStep whether the back button takes it back
 */
export function setParameters(changed: Parameters, isStep = true): void {
  const { view, parameters } = readRoute();
  const route = formatRoute(view, { ...parameters, ...changed });
  location[isStep ? 'assign' : 'replace'](route);
}
