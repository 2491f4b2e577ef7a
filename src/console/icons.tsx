/** The icons of the console, each a path in a square of 16. */
const iconPaths = {
  again: 'M13 8a5 5 0 1 1-1.5-3.6L13.5 6m0-3.5V6H10',
  alert: 'M8 2.3 14.3 13H1.7zM8 6.5v3m0 1.9v.1',
  arrow: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  back: 'M13 8H3m4-4.5L2.5 8 7 12.5',
  ban: 'M2.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0m1.7-3.8 7.6 7.6',
  bolt: 'M9 1.8 3.5 9H8l-1 5.2L12.5 7H8z',
  box: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.7 5.1 8 8.2l5.3-3.1M8 8.2v5.8',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  clear: 'M2.5 4h11M2.5 8h6m-6 4h4m4.5-2.5 3.5 3.5m0-3.5L11 13',
  close: 'm4 4 8 8m0-8-8 8',
  copy: 'M7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V7A1.5 1.5 0 0 1 7 5.5zm3.5 0V3a.5.5 0 0 0-.5-.5H3a.5.5 0 0 0-.5.5v7a.5.5 0 0 0 .5.5h2.5',
  down: 'm4 6 4 4 4-4',
  force:
    'M2.5 5h6m4 0h1m-11 6h1m4 0h6M8.7 5a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0m-5 6a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0',
  inbox: 'M2.5 9.5 4.3 3.5h7.4l1.8 6v3.5h-11zM2.5 9.5H6l.8 1.5h2.4l.8-1.5h3.5',
  left: 'm10 4-4 4 4 4',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  plus: 'M8 3v10M3 8h10',
  right: 'm6 4 4 4-4 4',
  save: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  search: 'M2.75 7a4.25 4.25 0 1 0 8.5 0 4.25 4.25 0 1 0-8.5 0m7.45 3.2 3.3 3.3',
  theme: 'M2.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M8 2.5a5.5 5.5 0 0 0 0 11z',
  trash: 'M2.5 4.5h11M6 4.5V2.5h4v2m-6 0 .7 9h6.6l.7-9M6.5 7v4m3-4v4',
  unequal: 'M3 6h10M3 10h10M10.5 3l-5 10',
  unplug: 'm2.5 2.5 11 11M9.5 4 11 2.5M5 6.5 4 7.5a3 3 0 0 0 4.3 4.3l1-1M7 5.5A3 3 0 0 1 12 9',
  up: 'm4 10 4-4 4 4',
};

export type IconName = keyof typeof iconPaths;

/** Says nothing to screen readers: a word or a name beside it does. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path
      d={iconPaths[name]}
      fill={name === 'theme' ? 'currentColor' : undefined}
      fill-rule="evenodd"
    />
  </svg>
);
