/** Telling a player who looks elsewhere that it is their turn: the tab's title, its icon, and a sound if wanted. */

/** Wait after which a turn is announced by sound, in milliseconds. Shorter ones are part of a turn. */
export const WAITED = 1500;

/** Tells when the sound is due: the player's turn comes after a real wait, or while the page is hidden. */
export class TurnWatch {
  #since: number | null = null;
  #known = false;

  /** Notes whether it is the player's turn. Returns whether it has just come. */
  turn(mine: boolean, now: number, hidden: boolean): boolean {
    const [since, known] = [this.#since, this.#known];
    this.#known = true;
    this.#since = mine ? null : (since ?? now);
    return mine && known && since !== null && (hidden || now - since >= WAITED);
  }
}

/** Returns the title of the tab. */
export const titleOf = (title: string, seat: string, mine: boolean): string => (mine ? `● Your turn: ${title}` : `${title}: ${seat}`);

/** Sets the icon of the tab, with or without its dot. */
export function setIcon(mine: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', `${import.meta.env.BASE_URL}${mine ? 'icon-turn' : 'icon'}.svg`);
}

/** Plays two soft notes. Browsers allow it once the player has clicked in the page. */
export function chime(): void {
  try {
    const context = new AudioContext();
    const loudness = context.createGain();
    loudness.connect(context.destination);
    [523, 784].forEach((pitch, i) => {
      const at = context.currentTime + 0.18 * i;
      const tone = context.createOscillator();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.0001, at);
      loudness.gain.exponentialRampToValueAtTime(0.08, at + 0.03);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.17 + 0.3 * i);
      tone.connect(loudness);
      tone.start(at);
      tone.stop(at + 0.2 + 0.3 * i);
      tone.onended = () => { if (i === 1) void context.close(); };
    });
  } catch {
    // A browser without sound.
  }
}
