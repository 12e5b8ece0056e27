/** The page depends on no word of a game: what it must understand has a type. */
/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';

/** A pattern as code has it: after what can stand before a value. */
const PATTERN = /(?:[(,=:!&|?{;]|=>|return)\s*\/(?![/*>])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+\/[dgimsuvy]*(?=\s*[.,;)\]}]|$)/m;
const LOOKS_INTO_TEXT = [PATTERN, /\bRegExp\(/, /\.(?:split|startsWith|endsWith|localeCompare|toLowerCase|search|match|matchAll)\(/];

/** Where text is looked into all the same, and why: by file, what stands in the line. */
const ALLOWED: Record<string, Record<string, string>> = {
  'Page.svelte': { "pathname.split('/')": 'the address' },
  'board/Counter.svelte': { '/^[-+]/': 'the sign of a printed number', '\\u2009]/': 'the width of a dash' },
  'board/ground.ts': { '/^#(..)(..)(..)$/': 'a colour of the scenario' },
  'board/prints.ts': { '/-?[\\d.]+/g': 'numbers of a path it has drawn itself' },
  'board/stacks.ts': { "startsWith('?')": 'a handle it has made itself' },
  'fair/ceremony.ts': { 'promised.toLowerCase()': 'hexadecimal digits' },
  'fair/record.ts': { 'hash.toLowerCase()': 'hexadecimal digits' },
  'fair/verdict.ts': { 'committed.toLowerCase()': 'hexadecimal digits', 'nonce.toLowerCase()': 'hexadecimal digits' },
  'fair/bytes.ts': { '[0-9a-f]{64}': 'hexadecimal digits' },
  'fair/ledger.ts': { "split('\\n')": 'lines of a ledger', 'startsWith(BEFORE)': 'the form of a line', "endsWith('\\n')": 'whether the file is whole' },
  'lib/api.ts': { "scenario.split('/')": 'the name of a scenario in an address' },
  'lib/memory.ts': { startsWith: 'names in the store of the browser', "split('.')": 'names in the store of the browser' },
  'lib/plain.ts': { 'replaceAll(': 'the underlines of a value as it is written' },
  'lib/scenario.ts': { 'text.replaceAll': 'a file that somebody writes', 'RegExp(`': 'a file that somebody writes' },
  'lib/sights.ts': { "way.split('.')": 'a field inside of a field, as the table names it' },
  'pages/Replay.svelte': { "key.startsWith('Arrow')": 'a key' },
  'pages/keys.ts': { 'at.tagName': 'an element of the page', 'event.key': 'a key' },
  'side/Calculator.svelte': { '/[-_]/g': 'the hyphens of a name as it is written' },
  'side/Log.svelte': { '/[-_]/g': 'the hyphens of a question as it is written' },
  'side/Odds.svelte': { '/\\.$/': 'the full stop of a sentence' },
  'side/Orders.svelte': { '/[-_]/g': 'the hyphens of a question as it is written' },
  'side/Pieces.svelte': { 'localeCompare(b': 'the order of places' },
  'side/Rulebook.svelte': { 'toLowerCase()': 'what a reader looks for' },
  'side/Standing.svelte': { '/[-_]/g': 'the hyphens of a question as it is written' },
  'side/odds.ts': { '/\\.$/': 'the full stop of a sentence' },
};

const ROOT = '../src/';
const files = new Map(Object.entries(import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true }))
  .map(([name, text]) => [name.slice(ROOT.length), text] as const).filter(([name]) => !name.endsWith('.gen.ts')));
const looking = (text: string) => text.split('\n').filter((line) => LOOKS_INTO_TEXT.some((one) => one.test(line)));

describe('the page', () => {
  it('is read whole', () => {
    expect(files.size).toBeGreaterThan(60);
  });

  it('looks into no words of reports, labels or states', () => {
    const found = [...files].flatMap(([name, text]) => looking(text)
      .filter((line) => !Object.keys(ALLOWED[name] ?? {}).some((part) => line.includes(part)))
      .map((line) => `${name}: ${line.trim()}`));
    expect(found).toEqual([]);
  });

  it('has no leave to look that it does not use', () => {
    const unused = Object.entries(ALLOWED).flatMap(([name, parts]) => Object.keys(parts).filter((part) => !(files.get(name)?.includes(part) ?? false)).map((part) => `${name}: ${part}`));
    expect(unused).toEqual([]);
  });
});
