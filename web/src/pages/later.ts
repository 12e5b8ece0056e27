/**
 * The parts of the table that are fetched after it is shown: a player needs none of them at first. The board and the
 * orders name some of them themselves.
 */

export const later = {
  card: () => import('../board/Card.svelte'),
  briefing: () => import('../side/Briefing.svelte'),
  help: () => import('../side/Help.svelte'),
  legend: () => import('../side/Legend.svelte'),
  map: () => import('../board/MiniMap.svelte'),
  measure: () => import('../side/Measure.svelte'),
  plots: () => import('../side/Plots.svelte'),
  rulebook: () => import('../side/Rulebook.svelte'),
  share: () => import('../side/Share.svelte'),
  tools: () => import('../side/Tools.svelte'),
  verdict: () => import('../side/Verdict.svelte'),
};

/** How long the table may take to be at rest before the other parts are fetched, in milliseconds. */
const REST = 1500;

/** Fetches all parts when the table is at rest. They then open at once, also while the server is away. */
export function fetchLater(): () => void {
  let wanted = true;
  const wait = setTimeout(() => void (async () => {
    for (const part of Object.values(later)) if (wanted) await part().catch(() => undefined);
  })(), REST);
  return () => {
    wanted = false;
    clearTimeout(wait);
  };
}
