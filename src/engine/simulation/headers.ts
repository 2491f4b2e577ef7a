/** The header fields that are the simulator's own, or asked of it. */
export const sandboxHeader = 'Simulator-Sandbox';
export const notesHeader = 'Simulator-Notes';
export const preferHeader = 'Prefer';
export const preferenceAppliedHeader = 'Preference-Applied';

/** What a browser app may read of an answer, beside what CORS lets it read anyway. */
export const exposedHeaders = [
  notesHeader,
  sandboxHeader,
  preferenceAppliedHeader,
  'Allow',
  'Deprecation',
  'Link',
  'Sunset',
  'WWW-Authenticate',
];

/** What a browser app may send, beside what CORS lets it send anyway. */
export const acceptedHeaders = ['Authorization', 'Content-Type', preferHeader, sandboxHeader];
