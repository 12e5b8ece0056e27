/**
 * Prints the board onto a canvas.
 *
 * It is done in slices, a few milliseconds of each frame, so that a board of any size can be printed anew while it is
 * moved without a frame being lost.
 */
import type { Bounds, Ink, Print } from './prints';
import type { Pattern } from './sheet';

/** Where the canvas lies over the drawing: what is at its upper left corner, and how many of its pixels a unit has. */
export interface Frame {
  left: number;
  top: number;
  scale: number;
}

/** How much of a frame printing may take, in milliseconds. */
const SLICE = 5;
/** Into how many frames a print is divided at least: much of the work is done only when the frame is finished. */
const FRAMES = 10;
/** Below this many pixels a letter cannot be read and is not printed. */
const LEGIBLE = 5;
/** Below this a pattern is but noise. */
const FINE = 0.1;

const meets = (a: Bounds, b: Bounds) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Shapes that were printed before, for as long as they may be printed again. */
const PATHS = new WeakMap<Print, Path2D>();

export class Press {
  #turn = 0;
  #tiles = new Map<Pattern, CanvasPattern | null>();
  #tileScale = 0;

  /** Stops what is being printed. */
  stop(): void {
    this.#turn += 1;
  }

  /** Prints what lies within the canvas; calls `done` when all of it is there, and never when it was stopped. */
  print(canvas: HTMLCanvasElement, prints: Print[], frame: Frame, family: string, done: () => void): void {
    this.stop();
    const turn = this.#turn;
    const ink = canvas.getContext('2d');
    if (!ink) return;
    const { left, top, scale } = frame;
    const sight: Bounds = { left, top, right: left + canvas.width / scale, bottom: top + canvas.height / scale };
    const wanted = prints.filter(({ bounds, words }) => meets(bounds, sight) && !(words && (words[0]?.size ?? 0) * scale < LEGIBLE));
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.clearRect(0, 0, canvas.width, canvas.height);
    ink.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    if (this.#tileScale !== scale) {
      this.#tiles = new Map();
      this.#tileScale = scale;
    }
    let next = 0;
    const most = Math.ceil(wanted.length / FRAMES);
    const slice = () => {
      if (this.#turn !== turn) return;
      const begin = performance.now();
      const part = wanted.slice(next, next + most);
      for (const one of part) {
        if (one.words) this.#write(ink, one, family);
        else this.#draw(ink, one, scale);
        next += 1;
        if (performance.now() - begin > SLICE) break;
      }
      if (next < wanted.length) requestAnimationFrame(slice);
      else done();
    };
    requestAnimationFrame(slice);
  }

  #draw(on: CanvasRenderingContext2D, print: Print, scale: number): void {
    const { ink } = print;
    let path = PATHS.get(print);
    if (!path) PATHS.set(print, (path = new Path2D(print.d)));
    on.globalAlpha = ink.alpha ?? 1;
    if (ink.fill !== undefined) {
      on.fillStyle = ink.fill;
      on.fill(path);
    }
    const tile = ink.pattern && scale > FINE ? this.#tile(on, ink.pattern, scale) : null;
    if (tile) {
      on.fillStyle = tile;
      on.fill(path);
    }
    if (ink.stroke !== undefined) this.#stroke(on, path, ink);
    on.globalAlpha = 1;
  }

  #stroke(on: CanvasRenderingContext2D, path: Path2D, { stroke = '', width = 1, dash = [], blunt = false }: Ink): void {
    on.strokeStyle = stroke;
    on.lineWidth = width;
    on.lineJoin = 'round';
    on.lineCap = blunt || dash.length > 0 ? 'butt' : 'round';
    on.setLineDash(dash);
    on.stroke(path);
  }

  #write(on: CanvasRenderingContext2D, { words = [], ink }: Print, family: string): void {
    on.fillStyle = ink.fill ?? '#000';
    on.textAlign = 'center';
    on.lineJoin = 'round';
    on.setLineDash([]);
    on.lineWidth = ink.width ?? 1;
    if (ink.stroke !== undefined) on.strokeStyle = ink.stroke;
    for (const { at, text, size } of words) {
      on.font = `${size}px ${family}`;
      if (ink.stroke !== undefined) on.strokeText(text, at.x, at.y);
      on.fillText(text, at.x, at.y);
    }
  }

  /** A pattern as a small picture in the size in which it is printed. */
  #tile(on: CanvasRenderingContext2D, pattern: Pattern, scale: number): CanvasPattern | null {
    const old = this.#tiles.get(pattern);
    if (old !== undefined) return old;
    const small = document.createElement('canvas');
    small.width = Math.max(1, Math.ceil(pattern.width * scale));
    small.height = Math.max(1, Math.ceil(pattern.height * scale));
    const [across, down] = [small.width / pattern.width, small.height / pattern.height];
    const ink = small.getContext('2d');
    if (!ink) return null;
    ink.scale(across, down);
    for (const { d, fill, stroke, width = 1 } of pattern.marks) {
      const path = new Path2D(d);
      if (fill !== undefined) {
        ink.fillStyle = fill;
        ink.fill(path);
      }
      if (stroke !== undefined) {
        ink.strokeStyle = stroke;
        ink.lineWidth = width;
        ink.stroke(path);
      }
    }
    const made = on.createPattern(small, 'repeat');
    made?.setTransform(new DOMMatrix().rotate(pattern.turn ?? 0).scale(1 / across, 1 / down));
    this.#tiles.set(pattern, made);
    return made;
  }
}
