/**
 * How things look, found by plain words in their names.
 *
 * Systems name terrain and units as they like; a name without a known word gets a look of its own by its place.
 */

interface Look {
  words: string[];
  look: string;
}

const TERRAINS: Look[] = [
  { words: ['rubble', 'collapsed', 'debris', 'ruin'], look: 'rubble' },
  { words: ['bunker', 'pillbox', 'blockhouse'], look: 'bunker' },
  { words: ['fortress', 'fort', 'fortified', 'castle', 'citadel'], look: 'fortress' },
  { words: ['stone', 'brick'], look: 'bricks' },
  { words: ['wooden', 'wood building', 'wood house', 'timber', 'hut', 'shed'], look: 'planks' },
  { words: ['stair'], look: 'stairs' },
  { words: ['building', 'house', 'room', 'factory', 'hall'], look: 'house' },
  { words: ['wood', 'forest', 'tree', 'orchard'], look: 'trees' },
  { words: ['brush', 'scrub', 'garden', 'park'], look: 'tufts' },
  { words: ['grain', 'field', 'crop'], look: 'stalks' },
  { words: ['water', 'river', 'canal', 'pond', 'lake', 'sea'], look: 'waves' },
  { words: ['shellhole', 'crater'], look: 'craters' },
  { words: ['court', 'yard'], look: 'yard' },
  { words: ['street', 'road', 'paved', 'square', 'pavement'], look: 'cobbles' },
  { words: ['marsh', 'swamp', 'mud'], look: 'marsh' },
  { words: ['rail'], look: 'gravel' },
  { words: ['clear', 'open', 'ground'], look: 'plain' },
];
const OTHERS = ['other-a', 'other-b', 'other-c'];

function found(looks: Look[], name: string): string | undefined {
  const parts = name.toLowerCase().split(/[^a-z]+/);
  const fits = (word: string) => (word.includes(' ') ? parts.join(' ').includes(word) : parts.some((part) => part.startsWith(word)));
  return looks.find(({ words }) => words.some(fits))?.look;
}

export function terrainLook(name: string, all: string[]): string {
  return found(TERRAINS, name) ?? OTHERS[Math.max(0, all.indexOf(name)) % OTHERS.length] ?? 'plain';
}

const SIDES: Look[] = [
  { words: ['door', 'gate'], look: 'door' },
  { words: ['window', 'aperture', 'loophole'], look: 'window' },
  { words: ['wall', 'barricade'], look: 'wall' },
  { words: ['hedge', 'bocage'], look: 'hedge' },
  { words: ['cliff', 'bank'], look: 'cliff' },
];

export function sideLook(name: string): string {
  return found(SIDES, name) ?? 'other';
}

export type Symbol =
  | 'infantry' | 'elite' | 'machine-gun' | 'leader' | 'hero' | 'armour' | 'gun' | 'mortar' | 'engineer' | 'scout' | 'medic' | 'unknown';

const UNITS: { words: string[]; look: Symbol }[] = [
  { words: ['unknown', 'hidden', 'concealed', 'dummy', 'anonymous'], look: 'unknown' },
  { words: ['machine', 'mg', 'lmg', 'hmg', 'mmg'], look: 'machine-gun' },
  { words: ['mortar'], look: 'mortar' },
  { words: ['tank', 'armour', 'armor', 'vehicle', 'assault-gun'], look: 'armour' },
  { words: ['gun', 'artillery', 'cannon'], look: 'gun' },
  { words: ['hero'], look: 'hero' },
  { words: ['officer', 'leader', 'commissar', 'commander'], look: 'leader' },
  { words: ['engineer', 'sapper', 'pioneer', 'flamethrower', 'demolition'], look: 'engineer' },
  { words: ['scout', 'recon', 'sniper'], look: 'scout' },
  { words: ['medic', 'doctor', 'aid'], look: 'medic' },
  { words: ['elite', 'guard', 'veteran'], look: 'elite' },
];

export function unitLook(kind: string): Symbol {
  if (kind.trim() === '' || kind.includes('?')) return 'unknown';
  return (found(UNITS, kind) as Symbol | undefined) ?? 'infantry';
}

/** The size in dots, as staff maps write it: half a squad one, a squad two; none where the words name no size. */
export function unitSize(kind: string): number {
  const parts = kind.toLowerCase().split(/[^a-z]+/);
  if (parts.includes('platoon')) return 3;
  if (parts.includes('half') || parts.includes('team') || parts.includes('crew')) return 1;
  return parts.includes('section') || parts.includes('squad') ? 2 : 0;
}

/** Values that are a name, such as a title that a unit bears: every word with a capital, and no number. */
export function titles(values: string[]): string[] {
  return values.filter((value) => /^\p{Lu}[\p{L}-]*( \p{Lu}[\p{L}-]*)*$/u.test(value));
}

/** The numbers along the foot of a counter: values that are a name and a number, in their order. */
export function strengths(values: string[]): string[] {
  return values.flatMap((value) => {
    const match = /^[^\d,]+ ([-+]?\d+)$/.exec(value);
    return match?.[1] === undefined ? [] : [match[1]];
  });
}

/** Whether a counter is a thing that somebody carries, and nobody himself. */
export function isEquipment(kind: string): boolean {
  const names = (...words: string[]) => found([{ words, look: 'yes' }], kind) !== undefined;
  return names('lmg', 'mmg', 'hmg', 'machine gun', 'machine-gun', 'charge', 'satchel', 'radio', 'flamethrower', 'weapon')
    && !names('squad', 'half', 'team', 'crew', 'man', 'section', 'with', 'platoon');
}

const MARKERS: Look[] = [
  { words: ['unknown'], look: 'unknown' },
  { words: ['objective', 'victory'], look: 'objective' },
  { words: ['barred', 'blocked', 'sealed'], look: 'barred' },
  { words: ['sewer', 'manhole'], look: 'lid' },
  { words: ['entrance', 'mouth'], look: 'entrance' },
  { words: ['blaze', 'flame', 'fire', 'burning'], look: 'blaze' },
];

/** Whether words say that there is no way through. */
export function isBarred(words: string): boolean {
  return found([{ words: ['barred', 'blocked', 'sealed', 'closed'], look: 'barred' }], words) !== undefined;
}

/** Whether one goes down into a network by steps, and not through a lid. */
export function isStair(kind: string): boolean {
  return found([{ words: ['tunnel', 'gallery', 'cellar', 'mine', 'stair'], look: 'stair' }], kind) !== undefined;
}

export function markerLook(kind: string): string {
  // A thing that is an entrance first is one, whatever it leads to.
  if (/^(entrance|mouth)/.test(kind)) return 'entrance';
  return found(MARKERS, kind) ?? 'note';
}

const COLORS = ['red', 'blue', 'green', 'yellow', 'white', 'black', 'orange', 'purple', 'brown'];

/** A colour that a label names, for a tag that is printed beside the word. */
export function colorIn(words: string): string | null {
  const parts = words.toLowerCase().split(/[^a-z]+/);
  return COLORS.find((color) => parts.includes(color)) ?? null;
}
