/** Computes jobs of the referee, one after the other. */
import { type Code, start } from './module';
import type { Computed, Task } from './pool';

const codes = new Map<string, Promise<Code>>();

onmessage = async ({ data }: MessageEvent<Task>) => {
  const { js, module, job } = data;
  let answer: Computed;
  try {
    let code = codes.get(js);
    if (!code) codes.set(js, (code = start(js, module)));
    answer = { result: (await code).work(job) };
  } catch (error) {
    answer = { error: String(error) };
  }
  postMessage(answer);
};
