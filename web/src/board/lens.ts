/**
 * Panning and zooming.
 *
 * During a gesture the last painted image is moved, which is cheap. It is painted again after the gesture.
 */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from 'd3-zoom';

import { frame } from './frame';
import type { Spot } from './ground';

/** Time after a gesture before the drawing is painted again, in milliseconds. */
const REST = 160;
/** Time between two looks ahead during a gesture, in milliseconds. */
const AHEAD = 240;
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

export interface Watchers {
  /** Called when the drawing must be painted again for a view. */
  paint: (view: View) => void;
  /** Called during a long gesture with the view that has come up: what is slow to print can be printed for it. */
  ahead: (view: View) => void;
  /** Called whenever the view moves. */
  move: (view: View) => void;
}

export class Lens {
  readonly #stage: HTMLElement;
  /** Element that contains everything a gesture moves. */
  readonly #moved: HTMLElement;
  readonly #box: Box;
  readonly #watchers: Watchers;
  readonly #zoom: ZoomBehavior<HTMLElement, unknown>;
  readonly #watch: ResizeObserver;
  /** Transformation from units of the drawing to pixels of the stage without zoom. */
  #fit: View = NOWHERE;
  #wanted: ZoomTransform = zoomIdentity;
  #painted: ZoomTransform = zoomIdentity;
  #frame = 0;
  /** When the view was last painted or looked ahead for. */
  #ahead = 0;
  /** Whether a gesture is under way. */
  #gesture = false;

  /** `box` is the whole drawing. */
  constructor(stage: HTMLElement, moved: HTMLElement, box: Box, watchers: Watchers) {
    this.#stage = stage;
    this.#moved = moved;
    this.#box = box;
    this.#watchers = watchers;
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
    this.#jump(() => select(this.#stage).call(this.#zoom.scaleBy, by));
  }

  whole(): void {
    this.#jump(() => select(this.#stage).call(this.#zoom.transform, zoomIdentity));
  }

  /** Shows these points with room around them, all if they can be shown at `least` pixels per unit. */
  gather(spots: Spot[], least: number): void {
    const { width, height } = this.#fit;
    const sight = frame(spots, { width: width - BUTTONS, height }, least);
    if (sight) this.#go(sight.at, Math.max(sight.scale, this.#fit.scale));
  }

  /**
   * Follows a point: moves it to the centre if it is out of view, or within `room` units of the edge. At most a third of
   * the view counts as edge.
   */
  show(spot: Spot, room: number): void {
    const { scale, x, y } = this.#wantedView();
    const { width, height } = this.#fit;
    const [px, py] = [scale * spot.x + x, scale * spot.y + y];
    const [across, down] = [width, height].map((long) => Math.min(room * scale, long / 3)) as [number, number];
    if (px < across || px > width - BUTTONS - across || py < down || py > height - down) this.#go(spot, scale);
  }

  /** Moves a point of the drawing to the centre, or as near as the board's edge allows. */
  centre(spot: Spot): void {
    this.#go(spot, this.#wantedView().scale);
  }

  /** Moves the view by a share of its size. */
  pan(across: number, down: number): void {
    const { scale, x, y } = this.#wantedView();
    const { width, height } = this.#fit;
    this.#go({ x: ((0.5 + across) * width - BUTTONS / 2 - x) / scale, y: ((0.5 + down) * height - y) / scale }, scale);
  }

  /** Looks at a point at a scale. The board fills the stage as far as possible. */
  #go(at: Spot, wanted: number): void {
    const { scale, x, y, width, height } = this.#fit;
    const [least, most] = this.#zoom.scaleExtent();
    const k = Math.max(least, Math.min(wanted / scale, most));
    const s = k * scale;
    const held = (want: number, from: number, long: number, room: number) =>
      (s * long < room ? (room - s * long) / 2 - s * from : Math.min(-s * from, Math.max(room - s * (from + long), want)));
    const box = this.#box;
    const dx = held((width - BUTTONS) / 2 - s * at.x, box.x, box.width, width - BUTTONS);
    const dy = held(height / 2 - s * at.y, box.y, box.height, height);
    this.#jump(() => select(this.#stage).call(this.#zoom.transform, zoomIdentity.translate(dx - k * x, dy - k * y).scale(k)));
  }

  /** Does a move that is no gesture: nothing follows it, so it is painted at once. */
  #jump(move: () => void): void {
    move();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#rest());
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
    this.#watchers.move(this.#wantedView());
    if (!this.#gesture) this.#ahead = performance.now();
    this.#gesture = true;
    cancelAnimationFrame(this.#frame);
    // Polled on each frame, since a timer in the middle of a frame would delay that frame.
    const rested = performance.now() + REST;
    const look = (now: number) => {
      if (now - this.#ahead >= AHEAD && now < rested) {
        this.#ahead = now;
        this.#watchers.ahead(this.#wantedView());
      }
      if (now >= rested) this.#rest();
      else this.#frame = requestAnimationFrame(look);
    };
    this.#frame = requestAnimationFrame(look);
  }

  #rest(): void {
    this.#moved.style.transform = '';
    this.#painted = this.#wanted;
    this.#gesture = false;
    this.#watchers.paint(this.#wantedView());
    this.#watchers.move(this.#wantedView());
  }

  #wantedView(): View {
    const { k, x, y } = this.#wanted;
    return { ...this.#fit, scale: this.#fit.scale * k, x: k * this.#fit.x + x, y: k * this.#fit.y + y };
  }
}
