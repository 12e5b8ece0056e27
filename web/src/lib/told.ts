/** Messages about what a player sent. */
import { referee } from '../referee';

/** Messages about an order that was sent while the server was away. */
export const UNANSWERED = `The ${referee.called} doesn’t answer. What you ordered is kept, and sent again until it does.`;
export const RECEIVED = `The ${referee.called} is back, and has received what you ordered.`;

/** Message while another seat must enter dice. */
export const THEIR_DICE = 'This order needs dice: waiting for the other side to roll them.';
export const COUNTED = 'The dice you entered first were received, and they count. If dice are asked for now, they are for the next roll.';
export const GONE_ON = 'Order not given: the game changed while you were choosing. This is the current position.';
