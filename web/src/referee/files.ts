/** Answers that are files of the site, since they are the same in every browser. `site/build.mjs` writes them. */

const FOLDER = 'answers/';
const SAME = /^(?:scenarios|opponents|calculators|systems\/[\w-]+\/(?:rulebook|sewers)|cases\/[\w-]+)$/;
const OF_A_SCENARIO = /^scenarios\/[\w/-]+\/(?:picture\.svg|opening|source)$/;

/** Returns the file that answers a path, relative to the page; null if the referee must be asked. */
export function fileOf(path: string): string | null {
  return OF_A_SCENARIO.test(path) || SAME.test(path) ? `${FOLDER}${path}.gz` : null;
}
