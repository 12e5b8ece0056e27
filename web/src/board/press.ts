/** Has boards printed beside the page, and lays what was printed onto canvases. */
import type { Print } from './prints';

/** What is printed: what is at the picture's upper left corner, how many of its pixels a unit has, and its size in pixels. */
export interface Frame {
  left: number;
  top: number;
  scale: number;
  width: number;
  height: number;
  /** The typeface of names. */
  family: string;
}

export interface Job extends Frame {
  sheet: number;
  /** Which picture of the sheet: of each only the last that was asked for is wanted. */
  onto: Onto;
  job: number;
}

/** The part that is seen, or the whole. */
export type Onto = 'part' | 'whole';

/** What the press is asked: to know a sheet, to print a part of it, to forget it. */
export type Wish = { sheet: number; prints: Print[] } | Job | { sheet: number };

export interface PressResult {
  job: number;
  picture: ImageBitmap;
}

let press: Worker | undefined;
let made = 0;
const PRINTED = new Map<number, ImageBitmap>();

function ask(wish: Wish): void {
  if (!press) {
    press = new Worker(new URL('./press.worker.ts', import.meta.url), { type: 'module' });
    press.onmessage = ({ data: { job, picture } }: MessageEvent<PressResult>) => PRINTED.set(job, picture);
  }
  press.postMessage(wish);
}

/** A sheet that is to be printed, as often as it is looked at anew. */
export class Plate {
  readonly #sheet = (made += 1);
  readonly #jobs: Partial<Record<Onto, number>> = {};

  constructor(prints: Print[]) {
    ask({ sheet: this.#sheet, prints });
  }

  /** Prints onto the canvas; calls `done` when it is there, and never when another was asked for in the meantime. */
  print(onto: Onto, canvas: HTMLCanvasElement, frame: Frame, done: () => void): void {
    const job = (this.#jobs[onto] = made += 1);
    ask({ sheet: this.#sheet, onto, job, ...frame });
    // Looked for frame by frame: what a message begins in the midst of a frame makes that frame late.
    const look = () => {
      const picture = PRINTED.get(job);
      PRINTED.delete(job);
      if (this.#jobs[onto] !== job) picture?.close();
      else if (!picture) requestAnimationFrame(look);
      else {
        if (canvas.width !== frame.width) canvas.width = frame.width;
        if (canvas.height !== frame.height) canvas.height = frame.height;
        canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
        done();
      }
    };
    requestAnimationFrame(look);
  }

  close(): void {
    this.#jobs.part = this.#jobs.whole = undefined;
    ask({ sheet: this.#sheet });
  }
}
