/** How long is waited for exchanges where nothing is said, in milliseconds. */
export const usualTimeout = 3_000;
