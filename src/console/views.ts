import type { FunctionComponent } from 'preact';
import type { ViewProps } from './view-props.js';

interface View {
  readonly name: string;
  readonly title: string;
  /** What the view shows until the person chooses a sandbox. */
  readonly unchosen: 'default' | 'all sandboxes';
  /** Loads the view when it is first shown. */
  readonly load: () => Promise<{ readonly default: FunctionComponent<ViewProps> }>;
}

/** The views in the order of the navigation; the first one is the start. */
export const views: readonly [View, ...View[]] = [
  {
    name: 'traffic',
    title: 'Traffic',
    unchosen: 'all sandboxes',
    load: () => import('./views/traffic.js'),
  },
  {
    name: 'pets',
    title: 'Pets',
    unchosen: 'default',
    load: () => import('./views/pets.js'),
  },
  {
    name: 'errors',
    title: 'Errors',
    unchosen: 'default',
    load: () => import('./views/errors.js'),
  },
  {
    name: 'choices',
    title: 'Choices',
    unchosen: 'default',
    load: () => import('./views/choices.js'),
  },
];
