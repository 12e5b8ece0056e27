/**
 * The addresses of the page's parts, made and read. A server answers each path with the page. A site of files has one
 * page, whose address varies only after `#`.
 */
import { referee } from '../referee';

/** A part of the page. */
export interface Place {
  /** Name of the part, such as `seat`; empty for the start page. */
  page: string;
  /** What is shown there, such as a seat's token or a scenario's name; empty if the address has none. */
  of: string;
}

/** A step of a replay, and who looks at it. */
export interface ReplayAt {
  step: number;
  eyes: string;
}

const { paths } = referee.can;
const pathOf = (page: string, ...of: string[]): string => `${paths ? '/' : '#/'}${[page, ...of.map(encodeURIComponent)].join('/')}`;
const atOf = ({ step, eyes }: ReplayAt): string => `${paths ? '#' : '?'}step=${step}&eyes=${encodeURIComponent(eyes)}`;

export const startPath = (): string => pathOf('');
export const seatPath = (token: string): string => pathOf('seat', token);
export const replayPath = (token: string, at?: ReplayAt): string => pathOf('replay', token) + (at ? atOf(at) : '');
export const sewersPath = (system: string): string => pathOf('sewers', system);
export const calculatorsPath = (): string => pathOf('calculators');

/** The documentation beside the page of a site; null where there is none. */
export const docsPath = paths ? null : '../docs/';

/** Returns a whole address, to be copied. */
export const whole = (path: string): string => (paths ? location.origin : location.origin + location.pathname) + path;

/** What follows `#/` in the address of a site. */
const afterHash = (): [path: string, query: string] => {
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  return [path, query];
};

/** Returns the part of the page that the address names. */
export function here(): Place {
  const [, page = '', ...of] = (paths ? location.pathname : afterHash()[0]).split('/');
  return { page, of: of.map(decoded).join('/') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the step of a replay that the address names, with what it leaves out. */
export function replayAt(otherwise: ReplayAt): ReplayAt {
  const asked = new URLSearchParams(paths ? location.hash.slice(1) : afterHash()[1]);
  const step = Number(asked.get('step') ?? otherwise.step);
  return { step: Number.isFinite(step) ? step : otherwise.step, eyes: asked.get('eyes') ?? otherwise.eyes };
}

/** Notes the step of a replay in the address. */
export const noteReplay = (token: string, at: ReplayAt): void => history.replaceState(null, '', replayPath(token, at));

export const go = (path: string): void => location.assign(path);
/** Goes to a path in place of the present one, which “Back” then skips. */
export const exchange = (path: string): void => location.replace(path);

/** Calls `moved` when the address names another part of the same document. Returns the end of that. */
export function whenMoved(moved: (place: Place) => void): () => void {
  if (paths) return () => undefined;
  const told = () => moved(here());
  addEventListener('hashchange', told);
  return () => removeEventListener('hashchange', told);
}
