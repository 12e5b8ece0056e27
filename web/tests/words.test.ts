/** The page depends on no word of a game: what it must understand has a type. */
/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';

/** A pattern as code has it: after what can stand before a value. */
const PATTERN = /(?:[(,=:!&|?{;]|=>|return)\s*\/(?![/*>])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+\/[dgimsuvy]*(?=\s*[.,;)\]}]|$)/m;
/** Fields that hold words for people; some kinds do too. */
const TEXT = '\\b(?:words|label|kind|name|title|sentence|text)';
/** A literal of one character at least: whether there are words at all may be asked. */
const LITERAL = `(?:'[^']|"[^"]|\`(?!\\$\\{)[^\`])`;
const LOOKS_INTO_TEXT = [
  PATTERN,
  /\bRegExp\(/,
  /\.(?:split|startsWith|endsWith|localeCompare|toLowerCase|search|match|matchAll)\(/,
  // With a literal alone: what a list of handles or places includes may be asked.
  new RegExp(`\\.(?:includes|indexOf|lastIndexOf|replace|replaceAll|has)\\(\\s*${LITERAL}`),
  // The other way round: whether it is one of some literals.
  /['"`]\s*\]?\)?\.(?:includes|indexOf|has)\(/,
  new RegExp(`(?<!typeof [\\w.?]*)${TEXT}\\)?\\s*[!=]==?\\s*${LITERAL}`),
  new RegExp(`[^'"\`]['"\`]\\s*[!=]==?\\s*[\\w.?!]*${TEXT}\\b(?![.(])`),
  new RegExp(`\\bswitch \\([^)]*${TEXT}\\)`),
];

/** Where text is looked into all the same, and why: by file, the words of the line that do it. */
const ALLOWED: Record<string, Record<string, string>> = {
  'board/Below.svelte': { 'way.kind': 'the kind of a network, a closed list' },
  'board/entrances.ts': { "one.kind === 'link'": 'the kind of an overlay, a closed list' },
  'board/Counter.svelte': { '/^[-+]/': 'the sign of a printed number', "one.replace('-', '−')": 'the sign of a printed number', '/[–\\u2009]/': 'the width of a dash' },
  'board/Overlays.svelte': { "one.kind !== 'start'": 'the kind of an overlay, a closed list' },
  'board/card.ts': { "one.kind === 'link'": 'the kind of an overlay, a closed list', "one.kind !== 'link'": 'the kind of an overlay, a closed list', '/[.:]$/': 'the end of a sentence' },
  'board/ground.ts': { '/^#(..)(..)(..)$/': 'a colour of the scenario', "'darkgreen'].includes(color)": 'a colour of the scenario' },
  'board/prints.ts': { 'd.matchAll(/-?[\\d.]+/g)': 'numbers of a path it has drawn itself', 'd.replaceAll(/-?[\\d.]+/g': 'numbers of a path it has drawn itself' },
  'board/stacks.ts': { "startsWith('?')": 'a handle it has made itself' },
  'fair/bytes.ts': { '/^[0-9a-f]{64}$/i': 'hexadecimal digits' },
  'fair/ceremony.ts': { 'promised.toLowerCase()': 'hexadecimal digits' },
  'fair/ledger.ts': {
    "split('\\n')": 'lines of a ledger', 'startsWith(BEFORE)': 'the form of a line', "endsWith('\"}')": 'the form of a line', "endsWith('\\n')": 'whether the file is whole',
  },
  'fair/record.ts': { 'hash.toLowerCase()': 'hexadecimal digits' },
  'fair/verdict.ts': {
    'committed.toLowerCase()': 'hexadecimal digits', 'shown[own.part]?.toLowerCase() === nonce.toLowerCase()': 'hexadecimal digits',
    'dice.kind': 'whose dice they are, as the wire has it', "kind === 'fair'": 'whose dice they are, as the wire has it', "kind !== 'fair'": 'whose dice they are, as the wire has it',
  },
  'lib/addresses.ts': { "slice(1).split('?')": 'the address', "afterHash()[0]).split('/')": 'the address' },
  'lib/api.ts': { "scenario.split('/')": 'the name of a scenario in an address' },
  'lib/begin.ts': { "name === 'spectator'": 'the name of a seat' },
  'lib/cases.ts': { "file.split('/')": 'the path of a file', "relative.split('/')": 'the path of a file', '/^scenario *= *"([^"]*)"/m': 'a file of the repository' },
  'lib/briefing.ts': { 'localeCompare(b': 'the order of places' },
  'lib/form.ts': { 'kind ===': 'the kind of a field, a closed list', "text === 'yes'": 'what its own form offers' },
  'lib/gather.ts': {
    'item.kind': 'the kind of an item of the log, a closed list', 'one?.kind': 'the kind of an item of the log, a closed list',
    'last?.kind': 'the kind of an item of the log, a closed list', 'part.kind': 'the kind of what is said of a sight, a closed list',
  },
  'lib/happened.ts': {
    'item.kind': 'the kind of an item of the log, a closed list', 'part.kind': 'the kind of what is said of a sight, a closed list',
    'RegExp(': 'which place a report names first', "replaceAll(/\\W/g, '\\\\$&')": 'the label of a place in a pattern',
  },
  'lib/journal.svelte.ts': { 'item.kind': 'the kind of an item of the log, a closed list' },
  'lib/memory.ts': { startsWith: 'names in the store of the browser', "split('.')": 'names in the store of the browser' },
  'lib/plain.ts': {
    "word.replaceAll('_', ' ')": 'the underlines of a value as it is written', "value.replaceAll('\"', '').replaceAll('-', ' ')": 'an option as a scenario writes it',
  },
  'lib/plans.ts': { "kind !== 'path'": 'the kind of an overlay, a closed list' },
  'lib/plots.ts': { "one.kind === 'aim'": 'the kind of an overlay, a closed list', "kind === 'path'": 'the kind of an overlay, a closed list' },
  'lib/scenario.ts': {
    "text.replaceAll(/\"\"\"[\\s\\S]*?\"\"\"|'''[\\s\\S]*?'''/g": 'a file that somebody writes', 'split(/^\\s*\\[/m)': 'a file that somebody writes', 'RegExp(`': 'a file that somebody writes',
  },
  'lib/sights.ts': {
    "way.split('.')": 'a field inside of a field, as the table names it', 'part.kind': 'the kind of what it says itself, a closed list', 'other.kind': 'the kind of what it says itself, a closed list',
  },
  'lib/table.svelte.ts': { 'dice.kind': 'whose dice they are, as the wire has it' },
  'lib/sides.ts': { 'dice.kind': 'whose dice they are, as the wire has it' },
  'lib/undo.ts': { 'item.kind': 'the kind of an item of the log, a closed list' },
  'pages/Hand.svelte': { "name !== 'spectator'": 'the name of a seat'},
  'referee/files.ts': { '/^(?:scenarios|': 'the path of a request', '/^scenarios\\/': 'the path of a request' },
  'referee/worker/openings.ts': { '/^([\\w-]+)~([\\w-]+)~[0-9a-f]{48}$/': 'a link that it has made itself', "scenario.replace('/', '~')": 'the name of a scenario' },
  'referee/worker/path.ts': { '/^[\\w-]+\\/[\\w-]+$/': 'the name of a scenario', '/^ *system *= *"([^"]*)"/m': 'a file of the repository', "path.split('?')": 'the path of a request', "bare(path).split('/')": 'the path of a request', "scenario.split('/')": 'the name of a scenario', "ledger.indexOf('\\n')": 'lines of a ledger' },
  'referee/worker/store.ts': { "name === 'VersionError'": 'the name of an error', "name === 'QuotaExceededError'": 'the name of an error', "name !== 'ConstraintError'": 'the name of an error', "name === 'AbortError'": 'the name of an error' },
  'start/Setup.svelte': { "humans.includes('friend')": 'what its own form offers' },
  'pages/Table.svelte': { 'dice.kind': 'whose dice they are, as the wire has it' },
  'pages/keys.ts': { '/^(INPUT|TEXTAREA|SELECT)$/': 'an element of the page', '/^[1-9]$/': 'a key', 'event.key.toLowerCase()': 'a key', "key.startsWith('Arrow')": 'a key' },
  'side/Calculator.svelte': { '/[-_]/g': 'the hyphens of a name as it is written', 'field.kind': 'the kind of a field, a closed list' },
  'side/Log.svelte': {
    '/[-_]/g': 'the hyphens of a question as it is written', 'item.kind': 'the kind of an item of the log, a closed list',
  },
  'side/Odds.svelte': { '/\\.$/': 'the full stop of a sentence' },
  'side/Pieces.svelte': { 'localeCompare(b': 'the order of places' },
  'side/Rulebook.svelte': { 'toLowerCase()': 'what a reader looks for' },
  'side/Standing.svelte': { '/[-_]/g': 'the hyphens of a question as it is written' },
  'side/Verdict.svelte': { 'dice.kind': 'whose dice they are, as the wire has it' },
  'side/odds.ts': { '/\\.$/': 'the full stop of a sentence' },
};

const ROOT = '../src/';
const files = new Map(Object.entries(import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true }))
  .map(([name, text]) => [name.slice(ROOT.length), text] as const).filter(([name]) => !name.endsWith('.gen.ts')));
const looks = (line: string) => LOOKS_INTO_TEXT.some((one) => one.test(line));
/** The lines of a file that look into text, but for what there is leave for. A leave is for its words alone, not for the whole line. */
const looking = (text: string, leave: string[]) => text.split('\n').filter((line) => looks(leave.reduce((left, part) => left.replaceAll(part, '_'), line)));
const leaveOf = (name: string) => Object.keys(ALLOWED[name] ?? {});

describe('the page', () => {
  it('is read whole', () => {
    expect(files.size).toBeGreaterThan(60);
  });

  it('looks into no words of reports, labels or states', () => {
    const found = [...files].flatMap(([name, text]) => looking(text, leaveOf(name)).map((line) => `${name}: ${line.trim()}`));
    expect(found).toEqual([]);
  });

  it('has no leave to look that it does not need', () => {
    const count = (name: string, leave: string[]) => looking(files.get(name) ?? '', leave).length;
    const needed = (name: string, part: string) => count(name, leaveOf(name).filter((other) => other !== part)) > count(name, leaveOf(name));
    const idle = Object.keys(ALLOWED).flatMap((name) => leaveOf(name).filter((part) => !needed(name, part)).map((part) => `${name}: ${part}`));
    expect(idle).toEqual([]);
  });
});

describe('the guard', () => {
  it.each([
    "label.includes('rubble')", "state.words === 'pinned'", "'pinned' === state.words", "piece?.kind !== 'squad'", "({ kind }) => kind === 'squad'",
    "name.indexOf('MG')", "text.replace('the ', '')", 'text.replaceAll("_", " ")', "sentence.startsWith(it)", "['pinned', 'broken'].includes(state.words)",
    "new Set(['pinned']).has(state.words)", "words.has('burns')", 'switch (state.words) {', '/rubble/.test(label)', 'if (/rubble/.test(label)) {', "label.endsWith('s')",
  ])('sees that %s looks into words', (line) => {
    // A pattern is one where a value can stand.
    expect(looks(` = ${line}`)).toBe(true);
  });

  it.each(['places.includes(place)', 'sides.indexOf(name) < 0', "state.words !== ''", 'one.label === other.label', "typeof name === 'string'", "mark === 'lid'", 'here.has(piece)'])(
    'lets %s pass', (line) => {
      expect(looks(` = ${line}`)).toBe(false);
    },
  );
});
