/** The other side without a page: takes its part in the dice and, if wished, plays at once. */
import { fromHex, toHex } from '../src/fair/bytes';
import { commitment, newNonce } from '../src/fair/key';
import type { Offer, SeatInfo } from '../src/lib/wire';
import { get, post } from './browser';

const MOMENT = 40;
const moment = () => new Promise((done) => setTimeout(done, MOMENT));

/** Takes a seat's part in the dice; done when play has begun. */
export async function takeSeat(token: string): Promise<void> {
  const nonce = toHex(newNonce());
  await post(`seats/${token}/commit`, { commitment: toHex(await commitment(fromHex(nonce))) });
  for (;;) {
    const { dice } = await get<SeatInfo>(`seats/${token}`);
    if (dice.stage === 'play') return;
    if (dice.stage === 'reveal') await post(`seats/${token}/reveal`, { nonce });
    await moment();
  }
}

/** Plays a seat until the game is over: what is wished if it is offered, else the first order there is. */
export async function opponent(token: string, wish: RegExp): Promise<void> {
  await takeSeat(token);
  for (let id = 0; ; id += 1) {
    const { outcome, asked } = await get<SeatInfo>(`seats/${token}`);
    if (outcome) return;
    if (asked === null) await moment();
    else {
      const { offers } = (await post(`seats/${token}/offers`, {})) as { offers: Offer[] };
      const orders = offers.filter((offer) => offer.order !== undefined);
      const chosen = orders.find((offer) => wish.test(offer.verb)) ?? orders[0];
      if (chosen) await post(`seats/${token}/orders`, { order: chosen.order, id: `o${id}` });
    }
  }
}
