/** The other side without a page: takes its part in the dice and, if wished, plays at once. */
import { bindingTo, partyOf } from '../src/fair/binding';
import { fromHex, toHex } from '../src/fair/bytes';
import { commitment, newNonce } from '../src/fair/key';
import type { Offer, Offers, SeatInfo } from '../src/lib/wire';
import type { OrderResponse } from '../src/lib/wire.gen';
import { get, post } from './browser';

const MOMENT = 40;
export const moment = () => new Promise((done) => setTimeout(done, MOMENT));

/** Takes a seat's part in the dice; done when play has begun. */
export async function takeSeat(token: string): Promise<void> {
  const nonce = toHex(newNonce());
  const { side, dice: { game, commitments } } = await get<SeatInfo>(`seats/${token}`);
  const referee = fromHex(commitments?.['referee'] ?? '');
  await post(`seats/${token}/commit`, { commitment: toHex(commitment(bindingTo(game), partyOf(side ?? 0), referee, fromHex(nonce))) });
  for (;;) {
    const { dice } = await get<SeatInfo>(`seats/${token}`);
    if (dice.stage === 'play') return;
    if (dice.stage === 'reveal') {
      if (!Object.values(dice.commitments ?? {}).every(Boolean)) throw new Error('the nonce is asked for before both sides have committed');
      await post(`seats/${token}/reveal`, { nonce });
    }
    await moment();
  }
}

export const offersOf = async (token: string, draft?: Offer['draft']) => (await post(`seats/${token}/offers`, draft === undefined ? {} : { draft })) as Offers;

let id = 0;

/** @throws when there is no such offer, or it is refused: who plays on all the same would be asked the same for ever. */
export async function give(token: string, offer: Offer | undefined): Promise<void> {
  const answer = (await post(`seats/${token}/orders`, { order: offer?.order ?? null, id: `e${(id += 1)}` })) as OrderResponse;
  if (!answer.ack && !answer.roll) throw new Error(`${offer?.sentence ?? 'no offer'}: ${JSON.stringify(answer)}`);
}

/** What is wished if it can be ordered at once, else the first order there is, be it behind a choice (a rout that must be). */
export async function giveAny(token: string, { offers }: Offers, wish: RegExp): Promise<void> {
  const orders = offers.filter((offer) => offer.order !== undefined);
  const chosen = orders.find((offer) => wish.test(offer.verb)) ?? orders[0];
  const draft = offers.find((offer) => offer.draft !== undefined)?.draft;
  if (chosen || draft === undefined) await give(token, chosen);
  else await giveAny(token, await offersOf(token, draft), wish);
}

/** Plays a seat until the game is over: what is wished if it is offered, else the first order there is. */
export async function opponent(token: string, wish: RegExp): Promise<void> {
  await takeSeat(token);
  for (;;) {
    const { outcome, asked } = await get<SeatInfo>(`seats/${token}`);
    if (outcome) return;
    if (asked === null) await moment();
    else await giveAny(token, await offersOf(token), wish);
  }
}
