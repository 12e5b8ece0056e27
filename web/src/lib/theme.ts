import { likes } from './memory';

/** Light or dark as the person likes it; the system decides when nothing was chosen. */
export function applyTheme(theme = likes().theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
