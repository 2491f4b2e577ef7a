import type { Active } from '../server/admin/journal-routes.js';

/** The fields of the URL's last part; none is empty. */
export type Parameters = Readonly<Record<string, string>>;

export interface ViewProps {
  /** The sandbox that the person chose, else `default`. */
  readonly sandbox: string;
  readonly parameters: Parameters;
  /** What is active in that sandbox. */
  readonly active: Active;
}

/** A query of the fields that aren't empty, with its question mark. */
export function formatQuery(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** Reads the part of the URL behind `#`: `#/traffic/checkout-7/812?outcome=4xx`, with or without an opened exchange. */
export function readRoute(): { readonly view: string; readonly parameters: Parameters } {
  const [, view, exchange, query] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/s.exec(location.hash) ?? [];
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return { view: view || 'traffic', parameters: { ...parameters, ...(exchange && { exchange }) } };
}

export const formatRoute = (view: string, { exchange, ...parameters }: Parameters) =>
  `#/${view}${exchange ? `/${exchange}` : ''}${formatQuery(parameters)}`;

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
