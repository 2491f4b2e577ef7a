/** The fixtures that come with the package; `default` is generated from the seed. */
export const fixtureNames: readonly string[] = [
  'default',
  'empty',
  'every-status',
  'large-ids',
  'tricky-names',
];
