/** What the path of a request says about the module that answers it. */
import { headOf } from '../../lib/scenario';

/** Returns a path without its query. */
export const bare = (path: string): string => path.split('?')[0] ?? '';

/** Returns the parts of a path before its query, decoded; none if it can't be decoded. */
export function parts(path: string): string[] {
  try {
    return bare(path).split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Returns the token of a seat's path. */
export function tokenOf(path: string): string | null {
  const [what, token] = parts(path);
  return what === 'seats' && token ? token : null;
}

/** First parts of paths whose second part is a system. */
const OF_A_SYSTEM = new Set(['calculators', 'systems', 'scenarios', 'case']);

/** Returns the rule system that a request outside of any game is about; empty if it names none. */
export function systemOf(path: string, body: string | undefined): string {
  const [what, of = ''] = parts(path);
  if (what === 'ledgers') return systemOfLedger(body ?? '');
  if (what === 'games') return systemOfScenario(body ?? '');
  if (what === 'cases') return systemOfCase(body ?? '');
  return OF_A_SYSTEM.has(what ?? '') ? of : '';
}

/** How a built-in scenario is named. */
const NAME = /^[\w-]+\/[\w-]+$/;

/** Returns the built-in scenario that a request for a game names; null if there is none. */
export function scenarioOf(path: string, body: string | undefined): string | null {
  const [what] = parts(path);
  const { scenario } = what === 'games' ? (parsed(body ?? '') as { scenario?: unknown }) : {};
  return typeof scenario === 'string' && NAME.test(scenario) ? scenario : null;
}

/** Returns the built-in scenario whose guided game a request wants; null if it wants another. */
export function lessonOf(path: string, body: string | undefined): string | null {
  return (parsed(body ?? '') as { guide?: unknown }).guide === true ? scenarioOf(path, body) : null;
}

/** Returns the system of a scenario: its name begins with it, and its text names it. */
function systemOfScenario(body: string): string {
  const { scenario } = parsed(body) as { scenario?: unknown };
  if (typeof scenario !== 'string') return '';
  return headOf(scenario).system ?? scenario.split('/')[0] ?? '';
}

/** Returns the system that the scenario of a case names, which stands in it or beside it. */
function systemOfCase(body: string): string {
  const { text, scenario } = parsed(body) as { text?: unknown; scenario?: unknown };
  return /^ *system *= *"([^"]*)"/m.exec(String(scenario ?? text))?.[1] ?? '';
}

/** Returns the system that the first line of a ledger names. */
function systemOfLedger(ledger: string): string {
  const { line } = parsed(ledger.slice(0, Math.max(0, ledger.indexOf('\n')))) as { line?: { header?: { system?: unknown } } };
  const system = line?.header?.system;
  return typeof system === 'string' ? system : '';
}

function parsed(text: string): object {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
