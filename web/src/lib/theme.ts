import { likes } from './memory';

/** Applies the player's colour theme; without a preference the system decides. */
export function applyTheme(theme = likes().theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
