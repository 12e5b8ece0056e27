/** Renders boards to images in a worker, so the page never drops a frame. */
import type { PressResult, Job, Onto, Wish } from './press';
import type { Bounds, Ink, Print } from './prints';
import type { Pattern } from './sheet';

/** Rendering time between two checks for a newer request, in milliseconds. */
const SLICE = 12;
/** Minimum size of a readable letter, in pixels; smaller ones are not drawn. */
const LEGIBLE = 5;
/** Size that letters keep in a small view, in pixels of the screen, and how many times their own size that may be. */
const KEPT = 10;
const GROWN = 1.7;
/** Minimum scale at which patterns are drawn. */
const FINE = 0.1;

const meets = (a: Bounds, b: Bounds) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Cached paths of shapes. */
const PATHS = new WeakMap<Print, Path2D>();

class Press {
  #tiles = new Map<Pattern, CanvasPattern | null>();
  #tileScale = 0;

  /** Renders the shapes inside the image; null if the image is not needed any more. */
  async print(prints: Print[], { left, top, scale, width, height, sharp, family }: Job, wanted: () => boolean): Promise<ImageBitmap | null> {
    const canvas = new OffscreenCanvas(width, height);
    const ink = canvas.getContext('2d');
    if (!ink) return null;
    const sight: Bounds = { left, top, right: left + width / scale, bottom: top + height / scale };
    ink.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    if (this.#tileScale !== scale) {
      this.#tiles = new Map();
      this.#tileScale = scale;
    }
    let begin = performance.now();
    for (const one of prints) {
      if (!meets(one.bounds, sight)) continue;
      const size = one.words?.[0]?.size ?? 0;
      const grow = one.kept ? Math.max(1, Math.min(GROWN, (KEPT * sharp) / (size * scale))) : 1;
      if (one.words && size * grow * scale < LEGIBLE * (sharp || 1)) continue;
      if (one.words) this.#write(ink, one, family, grow);
      else this.#draw(ink, one, scale);
      if (performance.now() - begin < SLICE) continue;
      await new Promise((resume) => setTimeout(resume));
      if (!wanted()) return null;
      begin = performance.now();
    }
    return canvas.transferToImageBitmap();
  }

  #draw(on: OffscreenCanvasRenderingContext2D, print: Print, scale: number): void {
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

  #stroke(on: OffscreenCanvasRenderingContext2D, path: Path2D, { stroke = '', width = 1, dash = [], blunt = false }: Ink): void {
    on.strokeStyle = stroke;
    on.lineWidth = width;
    on.lineJoin = 'round';
    on.lineCap = blunt || dash.length > 0 ? 'butt' : 'round';
    on.setLineDash(dash);
    on.stroke(path);
  }

  #write(on: OffscreenCanvasRenderingContext2D, { words = [], ink }: Print, family: string, grow: number): void {
    on.fillStyle = ink.fill ?? '#000';
    on.textAlign = 'center';
    on.lineJoin = 'round';
    on.setLineDash([]);
    on.lineWidth = ink.width ?? 1;
    if (ink.stroke !== undefined) on.strokeStyle = ink.stroke;
    for (const { at, text, size } of words) {
      on.font = `${size * grow}px ${family}`;
      const y = at.y + 0.4 * size * (grow - 1);
      if (ink.stroke !== undefined) on.strokeText(text, at.x, y);
      on.fillText(text, at.x, y);
    }
  }

  /** Returns a pattern as a small image at the scale of rendering. */
  #tile(on: OffscreenCanvasRenderingContext2D, pattern: Pattern, scale: number): CanvasPattern | null {
    const old = this.#tiles.get(pattern);
    if (old !== undefined) return old;
    const small = new OffscreenCanvas(Math.max(1, Math.ceil(pattern.width * scale)), Math.max(1, Math.ceil(pattern.height * scale)));
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

/** A sheet, and the last request for each of its images. */
interface Known {
  prints: Print[];
  press: Press;
  jobs: Partial<Record<Onto, number>>;
}
const SHEETS = new Map<number, Known>();

onmessage = async ({ data: wish }: MessageEvent<Wish>) => {
  const { sheet } = wish;
  const known = SHEETS.get(sheet);
  if ('prints' in wish) SHEETS.set(sheet, { prints: wish.prints, press: new Press(), jobs: {} });
  else if (!('job' in wish)) SHEETS.delete(sheet);
  else if (known) {
    const { onto, job } = wish;
    known.jobs[onto] = job;
    const picture = await known.press.print(known.prints, wish, () => known.jobs[onto] === job && SHEETS.has(sheet));
    if (picture) postMessage({ job, picture } satisfies PressResult, { transfer: [picture] });
  }
};
