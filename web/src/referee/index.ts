/** The referee of this page. The build chooses it: `vite.config.ts` says which file is `#referee`. */
export { referee } from '#referee';
export type { Answered, Listener, Referee } from './referee';
