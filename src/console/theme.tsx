import { useState } from 'preact/hooks';
import { attempt } from './api.js';

const storageKey = 'animal-store-theme';

/** The theme that was chosen; any other text stands for that of the operating system. */
export const readTheme = () => attempt(() => localStorage.getItem(storageKey)) ?? 'system';

export function applyTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
}

/** Selects dark, light, or the theme of the operating system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (chosen: string) => {
    applyTheme(chosen);
    setTheme(chosen);
    attempt(() => localStorage.setItem(storageKey, chosen));
  };
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="system">System</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}
