/** Feeds the player of a table with what happens there, and with what happened while this browser was away. */
import { untrack } from 'svelte';

import { type Happening, happened, worth } from './happened';
import type { Entry } from './log';
import { headsOf } from './memory';
import type { Player } from './player.svelte';
import type { Table } from './table.svelte';

/** Returns the entries with events from this number on, and only those events. */
export function since(entries: Entry[], from: number, until = Infinity): Entry[] {
  return entries.flatMap((entry) => {
    const items = entry.items.filter(({ n }) => n >= from && n < until);
    return items.length > 0 ? [{ ...entry, items }] : [];
  });
}

export class Follower {
  /** What happened since this browser last saw the game. */
  missed = $state.raw<Happening[]>([]);

  constructor(table: Table, player: Player) {
    // Before the first refresh notes where the game stands now.
    const left = Math.max(-1, ...headsOf(table.seat.token).map(({ heard }) => heard));
    let shown: number | null = null;
    const of = (entries: Entry[]) => entries.map((entry) => happened(entry, table.journal.log.words, (piece, otherwise) => table.names.of(piece, `${otherwise} ${piece}`)));
    $effect(() => {
      const { entries, heard } = table.journal.log;
      const { past } = table.journal;
      if (table.stale || heard < past) return;
      untrack(() => {
        if (shown === null && left >= 0) this.missed = of(since(entries, left, past)).filter((one) => worth(one).length > 0);
        player.add(of(since(entries, shown ?? past)));
        shown = heard;
      });
    });

    // New offers also change the choice; only the player changes it alone.
    let before = table.offered;
    let chosen = table.choice.choosing;
    $effect(() => {
      const { offered, choice: { choosing } } = table;
      if (offered === before && choosing !== chosen) untrack(() => {
        player.close();
        this.missed = [];
      });
      before = offered;
      chosen = choosing;
    });
  }

  /** Shows what happened since this browser last saw the game. */
  catchUp(player: Player): void {
    player.close();
    player.add(this.missed);
    this.missed = [];
  }
}

/** The board, as far as steps need it. */
export interface Stage {
  /** Brings a hex into view. */
  show: (hex: string) => void;
  /** Whether these hexes are in the upper half of the view. */
  isHigh: (hexes: string[]) => boolean;
}

/** Brings each step into view while it is shown, and keeps its card away from it. */
export function watch(player: Player, places: () => Map<string, { hex: string | null }>, stage: () => Stage | undefined): void {
  $effect(() => {
    const { now, playing } = player;
    const on = stage();
    untrack(() => {
      const hexes = (now?.step.places ?? []).flatMap((place) => places().get(place)?.hex ?? []);
      if (playing) for (const hex of hexes.slice(0, 1)) on?.show(hex);
      player.high = on?.isHigh(hexes) ?? false;
    });
  });
}
