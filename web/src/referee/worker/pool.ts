/**
 * The workers that compute jobs beside the referee: one for what the player waits for, and one for computer players.
 * Each is started with its first job.
 */

/** The part of `Worker` that is used. */
export interface Computer {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: unknown) => void) | null;
}

/** A module and a job for a worker. */
export interface Task {
  /** Address of the module's JavaScript. */
  js: string;
  module: WebAssembly.Module;
  job: string;
}
export type Computed = { result: string } | { error: string };

interface Waiting {
  task: Task;
  done: (result: string) => void;
  failed: (why: Error) => void;
  signal: AbortSignal | null;
}

/** Computes one job at a time, in the order in which they came. */
class Lane {
  readonly #make: () => Computer;
  #computer: Computer | null = null;
  #queue: Waiting[] = [];
  #busy = false;

  constructor(make: () => Computer) {
    this.#make = make;
  }

  run(task: Task, signal: AbortSignal | null): Promise<string> {
    return new Promise((done, failed) => {
      this.#queue.push({ task, done, failed, signal });
      this.#next();
    });
  }

  #next(): void {
    if (this.#busy) return;
    const next = this.#queue.shift();
    if (!next) return;
    if (next.signal?.aborted) {
      next.failed(new Error('aborted'));
      this.#next();
      return;
    }
    this.#busy = true;
    const computer = (this.#computer ??= this.#make());
    const ended = (result: Computed): void => {
      this.#busy = false;
      if ('result' in result) next.done(result.result);
      else {
        // A module that has failed is useless, so the next job starts another.
        computer.terminate();
        this.#computer = null;
        next.failed(new Error(result.error));
      }
      this.#next();
    };
    computer.onmessage = ({ data }) => ended(data as Computed);
    computer.onerror = (event) => ended({ error: String((event as { message?: unknown }).message ?? event) });
    computer.postMessage(next.task);
  }
}

export class WorkPool {
  readonly #answers: Lane;
  readonly #players: Lane;

  constructor(make: () => Computer) {
    this.#answers = new Lane(make);
    this.#players = new Lane(make);
  }

  /** Computes an answer that the player waits for. One that isn't wanted any more is skipped. */
  answer(task: Task, signal: AbortSignal | null = null): Promise<string> {
    return this.#answers.run(task, signal);
  }

  /** Computes for a computer player. */
  play(task: Task): Promise<string> {
    return this.#players.run(task, null);
  }
}
