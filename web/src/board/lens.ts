/**
 * Panning and zooming.
 *
 * During a gesture the last painted image is moved, which is cheap. It is painted again after the gesture.
 */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from 'd3-zoom';

import type { Spot } from './ground';

/** Time after a gesture before the drawing is painted again, in milliseconds. */
const REST = 160;
/**
 * Maximum scale in pixels per unit of the drawing, and the least ratio of maximum scale to the scale of the whole
 * board.
 */
const CLOSEST = 2.4;
const LEAST_CLOSEST = 8;
const FARTHEST = 0.6;
/** Width of the buttons at the right edge, in pixels. The whole board fits beside them. */
const BUTTONS = 52;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The visible part of the drawing. A point is drawn at `scale` times its coordinates plus `x` and `y`, in pixels from
 * the stage's corner.
 */
export interface View {
  scale: number;
  x: number;
  y: number;
  /** Width of the stage, in pixels. */
  width: number;
  height: number;
}

export const NOWHERE: View = { scale: 1, x: 0, y: 0, width: 0, height: 0 };

export class Lens {
  readonly #stage: HTMLElement;
  /** Element that contains everything a gesture moves. */
  readonly #moved: HTMLElement;
  readonly #box: Box;
  readonly #paint: (view: View) => void;
  readonly #zoom: ZoomBehavior<HTMLElement, unknown>;
  readonly #watch: ResizeObserver;
  /** Transformation from units of the drawing to pixels of the stage without zoom. */
  #fit: View = NOWHERE;
  #wanted: ZoomTransform = zoomIdentity;
  #painted: ZoomTransform = zoomIdentity;
  #frame = 0;

  /** `box` is the whole drawing; `paint` is called when it must be painted again. */
  constructor(stage: HTMLElement, moved: HTMLElement, box: Box, paint: (view: View) => void) {
    this.#stage = stage;
    this.#moved = moved;
    this.#box = box;
    this.#paint = paint;
    this.#zoom = zoom<HTMLElement, unknown>().on('zoom', (event: { transform: ZoomTransform }) => this.#move(event.transform));
    select(stage).call(this.#zoom).on('dblclick.zoom', null);
    this.#watch = new ResizeObserver(() => this.#measure());
    this.#watch.observe(stage);
    this.#measure();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#watch.disconnect();
    select(this.#stage).on('.zoom', null);
  }

  scale(by: number): void {
    select(this.#stage).call(this.#zoom.scaleBy, by);
  }

  whole(): void {
    select(this.#stage).call(this.#zoom.transform, zoomIdentity);
  }

  /**
   * Shows these points with a margin of `around`. If that needs a scale below `least` pixels per unit, shows only those
   * near the most central point.
   */
  gather(spots: Spot[], least: number, around: number): void {
    const { scale, x, y, width, height } = this.#fit;
    const spread = (of: (spot: Spot) => number): [number, number] => [Math.min(...spots.map(of)) - around, Math.max(...spots.map(of)) + around];
    const [[left, right], [top, bottom]] = [spread((spot) => spot.x), spread((spot) => spot.y)];
    const all = Math.min((width - BUTTONS) / (right - left), height / (bottom - top));
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    const nearest = spots.toSorted((a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y))[0];
    const at = all >= least || !nearest ? middle : nearest;
    const k = Math.max(1, Math.min(Math.max(all, least) / scale, this.#zoom.scaleExtent()[1]));
    // The board fills the stage as far as possible.
    const held = (want: number, from: number, long: number, room: number) =>
      (k * scale * long < room ? (room - k * scale * long) / 2 - k * scale * from : Math.min(-k * scale * from, Math.max(room - k * scale * (from + long), want)));
    const box = this.#box;
    const dx = held((width - BUTTONS) / 2 - k * scale * at.x, box.x, box.width, width - BUTTONS);
    const dy = held(height / 2 - k * scale * at.y, box.y, box.height, height);
    select(this.#stage).call(this.#zoom.transform, zoomIdentity.translate(dx - k * x, dy - k * y).scale(k));
  }

  /** Moves a point of the drawing to the centre if it is out of view, or within `room` pixels of the edge. */
  show(spot: Spot, room: number): void {
    const { scale, x: left, y: top, width, height } = this.#fit;
    const [x, y] = [scale * spot.x + left, scale * spot.y + top];
    const [px, py] = this.#wanted.apply([x, y]);
    if (px > room && px < width - room && py > room && py < height - room) return;
    select(this.#stage).call(this.#zoom.translateTo, x, y);
  }

  /** Returns how far down the stage a height of the drawing is, from 0 to 1. */
  height(y: number): number {
    return this.#wanted.applyY(this.#fit.scale * y + this.#fit.y) / (this.#fit.height || 1);
  }

  /** Returns the point of the drawing under a point of the window. */
  under({ clientX, clientY }: { clientX: number; clientY: number }): Spot {
    const { left, top } = this.#stage.getBoundingClientRect();
    const [x, y] = this.#wanted.invert([clientX - left, clientY - top]);
    return { x: (x - this.#fit.x) / this.#fit.scale, y: (y - this.#fit.y) / this.#fit.scale };
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#stage;
    const { x, y, width, height } = this.#box;
    const scale = Math.min((clientWidth - BUTTONS) / width, clientHeight / height) || 1;
    this.#fit = {
      scale, x: (clientWidth - BUTTONS - scale * width) / 2 - scale * x, y: (clientHeight - scale * height) / 2 - scale * y,
      width: clientWidth, height: clientHeight,
    };
    this.#zoom
      .scaleExtent([FARTHEST, Math.max(LEAST_CLOSEST, CLOSEST / scale)])
      .translateExtent([[-clientWidth / 4, -clientHeight / 4], [clientWidth * 1.25, clientHeight * 1.25]]);
    this.#rest();
  }

  #move(wanted: ZoomTransform): void {
    this.#wanted = wanted;
    const by = wanted.k / this.#painted.k;
    const [x, y] = [wanted.x - by * this.#painted.x, wanted.y - by * this.#painted.y];
    this.#moved.style.transform = `translate(${x}px, ${y}px) scale(${by})`;
    cancelAnimationFrame(this.#frame);
    // Polled on each frame, since a timer in the middle of a frame would delay that frame.
    const rested = performance.now() + REST;
    const look = (now: number) => {
      if (now >= rested) this.#rest();
      else this.#frame = requestAnimationFrame(look);
    };
    this.#frame = requestAnimationFrame(look);
  }

  #rest(): void {
    const { k, x, y } = this.#wanted;
    this.#moved.style.transform = '';
    this.#painted = this.#wanted;
    this.#paint({ ...this.#fit, scale: this.#fit.scale * k, x: k * this.#fit.x + x, y: k * this.#fit.y + y });
  }
}
