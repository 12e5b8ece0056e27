/** The standing orders of a seat that last until its turn ends. */
import { dropTurn, type ForTurn, keepTurn, turnsOf } from './memory';

/** How often an answer is given: now, until the turn ends, or always. */
export type Repeat = 'once' | 'turn' | 'game';

export class TurnOrders {
  /** Kinds of questions that a standing order answers in this turn alone. */
  questions = $state.raw<string[]>([]);

  constructor(readonly token: string) {
    this.#look();
  }

  /** Whether any are set, now or from a turn that is over. */
  get some(): boolean {
    return turnsOf(this.token).length > 0;
  }

  /** Returns the kinds of questions whose turn is over. */
  over(now: string): string[] {
    return turnsOf(this.token).filter(({ turn }) => turn !== now).map(({ question }) => question);
  }

  keep(one: ForTurn): void {
    keepTurn(this.token, one);
    this.#look();
  }

  drop(question: string): void {
    dropTurn(this.token, question);
    this.#look();
  }

  #look(): void {
    this.questions = turnsOf(this.token).map(({ question }) => question);
  }
}
