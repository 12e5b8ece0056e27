/** When a card is shown: after a short rest of the mouse, a long press, or a key. */
import type { Target } from './card';

/** Time for which the mouse must rest, and a finger must press, in milliseconds. */
const REST = 600;
const LONG = 500;
/** Time to reach the card with the mouse, in milliseconds. */
const LEAVE = 300;
/** Distance that a resting finger may move, in pixels. */
const STILL = 8;

const same = (one: Target | null, other: Target | null) => one?.hex === other?.hex && one?.piece === other?.piece;

export class Pointing {
  shown = $state.raw<Target | null>(null);
  /** Whether the card was asked for, by a key or a long press; then it is read aloud. */
  asked = $state(false);
  #timer = 0;
  #at: Target | null = null;
  #down: { x: number; y: number } | null = null;
  /** Whether the click that ends a long press is still to come; it chooses nothing. */
  #swallows = false;

  /** The mouse is over this, with no button pressed. */
  hover(target: Target | null): void {
    if (same(target, this.#at)) return;
    this.#at = target;
    clearTimeout(this.#timer);
    if (this.asked || same(target, this.shown)) return;
    if (this.shown) this.#timer = window.setTimeout(() => this.#turn(target), LEAVE);
    else this.#wait(target);
  }
  #turn(target: Target | null): void {
    this.shown = null;
    this.#wait(target);
  }
  #wait(target: Target | null): void {
    if (target) this.#timer = window.setTimeout(() => this.#show(target, false), REST);
  }

  /** A finger or a mouse button goes down. */
  down(event: PointerEvent, target: Target | null): void {
    this.close();
    this.#at = target;
    this.#swallows = false;
    if (event.pointerType === 'mouse' || !event.isPrimary || !target) return;
    this.#down = { x: event.clientX, y: event.clientY };
    this.#timer = window.setTimeout(() => {
      this.#swallows = true;
      this.#show(target, true);
    }, LONG);
  }
  move(event: PointerEvent): void {
    if (this.#down && Math.hypot(event.clientX - this.#down.x, event.clientY - this.#down.y) > STILL) this.up();
  }
  up(): void {
    if (!this.#down) return;
    this.#down = null;
    clearTimeout(this.#timer);
  }
  /** A click that ends a long press chooses nothing. */
  click(event: MouseEvent): void {
    if (!this.#swallows) return;
    this.#swallows = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** The mouse has reached the card. */
  hold(): void {
    clearTimeout(this.#timer);
  }
  key(target: Target): void {
    if (same(target, this.shown)) this.close();
    else this.#show(target, true);
  }
  #show(target: Target, asked: boolean): void {
    clearTimeout(this.#timer);
    this.asked = asked;
    this.shown = target;
  }
  close(): void {
    clearTimeout(this.#timer);
    this.#down = null;
    this.shown = null;
    this.asked = false;
  }
}
