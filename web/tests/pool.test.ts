import { expect, it } from 'vitest';

import { type Computed, type Computer, type Task, WorkPool } from '../src/referee/worker/pool';

class Fake implements Computer {
  static all: Fake[] = [];
  onmessage: Computer['onmessage'] = null;
  onerror: Computer['onerror'] = null;
  tasks: Task[] = [];
  ended = false;
  constructor() { Fake.all.push(this); }
  postMessage(task: unknown): void { this.tasks.push(task as Task); }
  terminate(): void { this.ended = true; }
  answer(data: Computed): void { this.onmessage?.({ data }); }
}
const task = (job: string): Task => ({ js: 'x.js', module: {} as WebAssembly.Module, job });
function pool(): WorkPool {
  Fake.all = [];
  return new WorkPool(() => new Fake());
}

it('answers the player while a computer player thinks', async () => {
  const work = pool();
  const thinking = work.play(task('think'));
  const odds = work.answer(task('odds'));
  const more = work.answer(task('more'));
  expect(Fake.all.map(({ tasks }) => tasks.map(({ job }) => job))).toEqual([['think'], ['odds']]);
  Fake.all[1]?.answer({ result: '1 in 6' });
  expect(await odds).toBe('1 in 6');
  Fake.all[1]?.answer({ result: 'more' });
  Fake.all[0]?.answer({ result: 'moved' });
  expect([await more, await thinking, Fake.all.length]).toEqual(['more', 'moved', 2]);
});

it('skips what is not wanted any more', async () => {
  const work = pool();
  const stop = new AbortController();
  const [first, second, third] = [work.answer(task('1')), work.answer(task('2'), stop.signal), work.answer(task('3'))];
  stop.abort();
  Fake.all[0]?.answer({ result: 'one' });
  await expect(second).rejects.toThrow('aborted');
  Fake.all[0]?.answer({ result: 'three' });
  expect([await first, await third, Fake.all[0]?.tasks.map(({ job }) => job)]).toEqual(['one', 'three', ['1', '3']]);
});

it('starts another worker after one has failed', async () => {
  const work = pool();
  const [first, second, third] = [work.answer(task('1')), work.answer(task('2')), work.answer(task('3'))];
  Fake.all[0]?.answer({ error: 'unreachable' });
  await expect(first).rejects.toThrow('unreachable');
  Fake.all[1]?.onerror?.({ message: 'not loaded' });
  await expect(second).rejects.toThrow('not loaded');
  Fake.all[2]?.answer({ result: 'three' });
  expect([await third, Fake.all.map(({ ended }) => ended)]).toEqual(['three', [true, true, false]]);
});
