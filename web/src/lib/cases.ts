/** Conformance cases: their files, and what the referee makes of them. */
import { referee } from '../referee';
import { Problem, walkCase } from './api';
import type { Board, Scene } from './wire';

/** Something that a step of a case expects. */
export interface Expectation {
  /** Key in the step, such as `sees`. */
  key: string;
  /** What is expected, as it stands in the file. */
  source: string;
}

export interface WalkStep {
  /** Line of the step in the file, from 1. */
  line: number;
  /** The step as it stands in the file. */
  source: string;
  /** The side that acts; null if neither does. */
  by: string | null;
  /** The seat whose view the step checks; null if it checks none. */
  seat: string | null;
  expects: Expectation[];
  /** What each seat sees after the step: side A, side B and a spectator. */
  scenes: Scene[];
  /** What each seat was told in the step. */
  told: string[][];
}

/** A case that was played, step by step. */
export interface Walk {
  title: string;
  game: string;
  system: string;
  /** The clauses that it covers. */
  covers: { id: string; title: string; text: string }[];
  sides: [string, string];
  /** Text of the scenario. */
  scenario: string;
  /** The board; null if the scenario is refused, as the case expects. */
  board: Board | null;
  /** What each seat sees at the start. */
  start: Scene[];
  steps: WalkStep[];
  /** The clause that refuses the scenario; null if none does. */
  refused: string | null;
  /** Where the case differs from what the program does; null if it passes. */
  failure: { line: number; why: string } | null;
}

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
