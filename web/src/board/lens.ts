/**
 * Panning and zooming.
 *
 * While a gesture lasts the drawing is moved as it was last painted, which costs nothing; it is painted anew when the
 * gesture rests.
 */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from 'd3-zoom';

import type { Spot } from './ground';

/** How long a gesture must rest before the drawing is painted anew, in milliseconds. */
const REST = 160;
const CLOSEST = 8;
const FARTHEST = 0.6;
/** What the buttons at the right edge need, in pixels: the whole board lies beside them (`.stage > .board`). */
const BUTTONS = 52;
/** Below this many pixels per unit of the drawing the small print cannot be read and is not drawn. */
const LEGIBLE = 0.3;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Lens {
  readonly #stage: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #layer: SVGGElement;
  readonly #box: Box;
  readonly #zoom: ZoomBehavior<HTMLElement, unknown>;
  readonly #watch: ResizeObserver;
  /** From units of the drawing to pixels of the stage when nothing is zoomed: times `scale`, plus `left` and `top`. */
  #fit = { scale: 1, left: 0, top: 0 };
  #wanted: ZoomTransform = zoomIdentity;
  #painted: ZoomTransform = zoomIdentity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `box` is what the drawing's viewBox shows. */
  constructor(stage: HTMLElement, svg: SVGSVGElement, layer: SVGGElement, box: Box) {
    this.#stage = stage;
    this.#svg = svg;
    this.#layer = layer;
    this.#box = box;
    this.#zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([FARTHEST, CLOSEST])
      .on('zoom', (event: { transform: ZoomTransform }) => this.#move(event.transform));
    select(stage).call(this.#zoom).on('dblclick.zoom', null);
    this.#watch = new ResizeObserver(() => this.#measure());
    this.#watch.observe(stage);
    this.#measure();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watch.disconnect();
    select(this.#stage).on('.zoom', null);
  }

  scale(by: number): void {
    select(this.#stage).call(this.#zoom.scaleBy, by);
  }

  whole(): void {
    select(this.#stage).call(this.#zoom.transform, zoomIdentity);
  }

  /** Moves a spot of the drawing to the middle if it is outside what is seen, or within `room` pixels of its edge. */
  show(spot: Spot, room: number): void {
    const { scale, left, top } = this.#fit;
    const [x, y] = [scale * spot.x + left, scale * spot.y + top];
    const [px, py] = this.#wanted.apply([x, y]);
    const { clientWidth, clientHeight } = this.#stage;
    if (px > room && px < clientWidth - room && py > room && py < clientHeight - room) return;
    select(this.#stage).call(this.#zoom.translateTo, x, y);
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#stage;
    const { x, y, width, height } = this.#box;
    const scale = Math.min((clientWidth - BUTTONS) / width, clientHeight / height) || 1;
    this.#fit = { scale, left: (clientWidth - BUTTONS - scale * width) / 2 - scale * x, top: (clientHeight - scale * height) / 2 - scale * y };
    this.#zoom.translateExtent([[-clientWidth / 4, -clientHeight / 4], [clientWidth * 1.25, clientHeight * 1.25]]);
    this.#paint();
  }

  #move(wanted: ZoomTransform): void {
    this.#wanted = wanted;
    const by = wanted.k / this.#painted.k;
    const [x, y] = [wanted.x - by * this.#painted.x, wanted.y - by * this.#painted.y];
    this.#svg.style.transform = `translate(${x}px, ${y}px) scale(${by})`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#paint(), REST);
  }

  #paint(): void {
    const { k, x, y } = this.#wanted;
    const { scale, left, top } = this.#fit;
    const along = (fit: number, shift: number) => ((k - 1) * fit + shift) / scale;
    this.#layer.setAttribute('transform', `translate(${along(left, x)} ${along(top, y)}) scale(${k})`);
    this.#svg.toggleAttribute('data-far', scale * k < LEGIBLE);
    this.#svg.style.transform = '';
    this.#painted = this.#wanted;
  }
}
