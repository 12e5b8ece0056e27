/** Messages for the player about games that are not stored. */
import type { StoreTrouble } from './store';

export const TROUBLES: Record<StoreTrouble, string> = {
  forbidden: 'This browser doesn’t let this page store games, as in a private window. You can play, but a game is lost when you close the page.',
  full: 'This browser has no room to store this game. You can play on, but what you do from now on is lost when you close the page. To make room, remove games on the start page.',
  newer: 'This browser has games of a newer version of this page, so this version leaves them alone. Close all tabs of this page, and open it again. Games you play before that are lost.',
  older: 'A newer version of this page is open in another tab. Reload this page. What you do before that is lost.',
  failed: 'This browser failed to store this game. You can play on, but what you do from now on is lost when you close the page.',
};
