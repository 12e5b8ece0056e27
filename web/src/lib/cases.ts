/** Conformance cases: their files, and what the referee makes of them. */
import { referee } from '../referee';
import { Problem, walkCase } from './api';
import type { Walk } from './wire';

/** Texts of case files by their path in a folder of `cases/`. */
type Files = Record<string, string>;
const ENDING = '.toml';
const unknown = (path: string) => new Problem(404, { detail: `There is no case “${path}”` });

async function json<T>(path: string): Promise<T> {
  const { status, text } = await referee.ask('GET', path);
  if (status === 404) throw unknown(path);
  if (status !== 200) throw new Problem(status, { detail: 'A part of this page could not be loaded' });
  return JSON.parse(text) as T;
}

/** Returns a path relative to a file, without its steps to the parent. */
function beside(file: string, relative: string): string[] {
  const parts = file.split('/').slice(0, -1);
  for (const part of relative.split('/')) if (part === '..') parts.pop(); else parts.push(part);
  return parts;
}

/** The scenario file that a case names; null if the scenario stands in it. */
const scenarioOf = (text: string): string | null => /^scenario *= *"([^"]*)"/m.exec(text)?.[1] ?? null;

/** Returns a file of the repository. */
async function fileOf([top, folder = '', ...rest]: string[]): Promise<string> {
  const name = rest.join('/');
  if (top === 'scenarios') return (await json<{ text: string }>(`scenarios/${folder}/${name.slice(0, -ENDING.length)}/source`)).text;
  const text = (await json<Files>(`cases/${folder}`))[name];
  if (text === undefined) throw unknown(`${folder}/${name.slice(0, -ENDING.length)}`);
  return text;
}

/** Plays a case, which is named by its path in `cases/` without its ending. */
export async function walk(path: string): Promise<Walk> {
  const file = `cases/${path}${ENDING}`;
  const text = await fileOf(file.split('/'));
  const named = scenarioOf(text);
  const scenario = named === null ? null : await fileOf(beside(file, named));
  return walkCase({ name: file, text, scenario });
}
