/** The referee of this page. The build chooses it: `vite.config.ts` says which file is `#referee`. */
export { referee } from '#referee';
/** Told where it matters that the user could look behind the referee. */
export const NO_SECRETS = 'This browser is the referee, so it can’t keep secrets from a user who looks for them in it.';

export type { Answered, Listener, Offline, Referee } from './referee';
