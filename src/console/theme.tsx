import { useState } from 'preact/hooks';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const storageKey = 'animal-store-theme';

/** Browsers that block storage throw; the theme then lasts as long as the page. */
function withStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}

export function readTheme(): Theme {
  const stored = withStorage((storage) => storage.getItem(storageKey));
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Selects dark, light, or the theme of the operating system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value as Theme;
        applyTheme(chosen);
        setTheme(chosen);
        withStorage((storage) => storage.setItem(storageKey, chosen));
      }}
    >
      <option value="system">System</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}
