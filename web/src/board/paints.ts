/** Colours of sewer cards and of their markers. */
import type { Paint } from '../lib/wire';

/** The full colour, and a pale one as a background for text. A missing paint is a compile error. */
export const PAINTS: Record<Paint, { full: string; pale: string }> = {
  red: { full: '#c8372d', pale: '#f2a5a0' },
  blue: { full: '#2f62b5', pale: '#a9c6f0' },
  green: { full: '#2f8a4a', pale: '#a8d8a8' },
  yellow: { full: '#e8c52c', pale: '#f6e27a' },
  white: { full: '#fff', pale: '#fff' },
  black: { full: '#111', pale: '#ccc' },
};
