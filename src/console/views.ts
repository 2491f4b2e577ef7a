import type { FunctionComponent } from 'preact';
import type { ViewProps } from './view-props.js';

interface View {
  readonly name: string;
  readonly title: string;
  /** Loads the view when it is first shown. */
  readonly load: () => Promise<{ readonly default: FunctionComponent<ViewProps> }>;
}

/** The views in the order of the navigation; the first one is the start. */
export const views: readonly [View, ...View[]] = [
  { name: 'traffic', title: 'Traffic', load: () => import('./views/traffic.js') },
  { name: 'pets', title: 'Pets', load: () => import('./views/pets.js') },
  { name: 'errors', title: 'Errors', load: () => import('./views/errors.js') },
  { name: 'charts', title: 'Charts', load: () => import('./views/charts.js') },
  { name: 'choices', title: 'Choices', load: () => import('./views/choices.js') },
  { name: 'reports', title: 'Reports', load: () => import('./views/reports.js') },
];
