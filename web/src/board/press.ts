/** Renders boards in a worker, and copies the results onto canvases. */
import type { Print } from './prints';

/** The part to render: coordinates of its upper left corner, scale in pixels per unit, and size in pixels. */
export interface Frame {
  left: number;
  top: number;
  scale: number;
  width: number;
  height: number;
  /** Pixels of the image for each pixel of the screen; 0 if the image will be seen at various scales. */
  sharp: number;
  /** CSS font family of the labels. */
  family: string;
}

export interface Job extends Frame {
  sheet: number;
  /** Image of the sheet to render. For each, only the last request is needed. */
  onto: Onto;
  job: number;
}

/** The visible part of the sheet, or the whole sheet. */
export type Onto = 'part' | 'whole';

/** A request to the worker: store a sheet, render a part of it, or drop it. */
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

/** A sheet that can be rendered again for each view. */
export class Plate {
  readonly #sheet = (made += 1);
  readonly #jobs: Partial<Record<Onto, number>> = {};

  constructor(prints: Print[]) {
    ask({ sheet: this.#sheet, prints });
  }

  /** Renders onto the canvas and then calls `done`. It is not called if a later request replaces this one. */
  print(onto: Onto, canvas: HTMLCanvasElement, frame: Frame, done: () => void): void {
    const job = (this.#jobs[onto] = made += 1);
    ask({ sheet: this.#sheet, onto, job, ...frame });
    // Polled on each frame, since a message in the middle of a frame would delay that frame.
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
