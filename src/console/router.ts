import type { Active } from '../server/admin/changes-route.js';

/** The fields of a form, or of the URL's last part, by their names. */
export type Fields = Readonly<Record<string, string>>;

export interface ViewProps {
  /** The sandbox that the person chose, else `default`. */
  readonly sandbox: string;
  /** The fields of the URL; none is empty. */
  readonly parameters: Fields;
  readonly active: Active;
}

/** A query of the fields that aren't empty, with its question mark. */
export function formatQuery(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** Reads the part of the URL behind `#`: `#/traffic/checkout-7/812?outcome=4xx`, with or without an opened exchange. */
export function readRoute(): { readonly view: string; readonly parameters: Fields } {
  const [, view, exchange, query] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/s.exec(location.hash) ?? [];
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return { view: view || 'traffic', parameters: { ...parameters, ...(exchange && { exchange }) } };
}

export const formatRoute = (view: string, { exchange, ...parameters }: Fields) =>
  `#/${view}${exchange ? `/${exchange}` : ''}${formatQuery(parameters)}`;

/** Changes parameters of the view that is shown; an empty one goes. The back button takes a step back. */
export function setParameters(changed: Fields, isStep = true): void {
  const { view, parameters } = readRoute();
  const route = formatRoute(view, { ...parameters, ...changed });
  location[isStep ? 'assign' : 'replace'](route);
}

/** The parameters of another sandbox: what belongs to the one before goes. An empty name is all of them. */
export const switchSandbox = (parameters: Fields, sandbox: string): Fields => ({
  ...parameters,
  ...{ sandbox, exchange: '', skip: '' },
});

/** The fields that a list had, to return to it from another view, unless a person chose another sandbox there. */
export const returnTo = (list: Fields, sandbox = 'default'): Fields =>
  [list.sandbox ?? 'default', list.exchange?.split('/')[0]].includes(sandbox) ? list : { sandbox };
