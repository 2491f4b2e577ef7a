/**
 * Chromium under `LANG=C` has the language `en-US@posix`, which its own `Intl` rejects. uPlot formats numbers
 * in that language as soon as it is loaded, so this must be imported before.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US' });
}
