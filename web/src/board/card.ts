/** What the card of a counter or of a hex says: only what the seat's own scene and the printed board show. */
import { capital } from '../lib/plain';
import { placeName } from '../lib/plans';
import type { BoardHex, Handle, Network, Scene, SceneMarker, ScenePiece } from '../lib/wire';
import { stateWords } from './describe';
import type { Ground, Spotted } from './ground';
import { isNobody, type Pile } from './stacks';

/** What is pointed at: a hex by its label, or a counter in it. */
export interface Target {
  hex: string;
  piece: Handle | null;
}

/** An effect of a terrain, with its clause. */
export interface Effect {
  words: string;
  clause: string | null;
}

export interface CardText {
  title: string;
  /** One line below the title. */
  about: string;
  lines: string[];
  effects: Effect[];
  /** The counter that is drawn on the card. */
  piece: ScenePiece | null;
}

/** Parts of the board that a card is made of. */
export interface Shown {
  ground: Ground;
  places: Map<string, Spotted>;
  scene: Scene;
  piles: Map<string, Pile>;
  /** Side of the seat; null for a spectator. */
  own: string | null;
}

/** Returns the counter that an element of the page draws, or is part of. */
export function counterAt(element: Element | null, all: Pile[]): Target | null {
  const handle = element?.closest('[data-piece]')?.getAttribute('data-piece');
  if (handle == null) return null;
  for (const { hex, placed } of all) for (const { piece: { piece } } of placed) if (String(piece) === handle) return { hex, piece };
  return null;
}

/** Returns the text of a card; undefined if what was pointed at is no longer there. */
export function cardOf(target: Target, shown: Shown): CardText | undefined {
  const hex = shown.ground.named(target.hex);
  const piece = shown.piles.get(target.hex)?.placed.find((one) => one.piece.piece === target.piece)?.piece;
  if (target.piece !== null) return piece && pieceCard(piece, shown);
  return hex && hexCard(hex, shown);
}

/** Returns the text of a card as one string, to be read aloud. */
export function spoken({ title, about, lines, effects }: CardText): string {
  return [title, about, ...lines, ...effects.map(({ words }) => words)].map((line) => line.replace(/[.:]$/, '')).join('. ') + '.';
}

function pieceCard(piece: ScenePiece, { scene, own, places }: Shown): CardText {
  const whose = piece.side === '' ? '' : piece.side === own ? `Your ${piece.kind}` : `${capital(piece.side)} ${piece.kind}`;
  const place = `In ${placeName(scene, places, piece.location)}`;
  const marker = isNobody(piece) ? scene.markers.find((one) => one.mark === 'unknown' && one.location === piece.location && one.label === piece.label) : undefined;
  const enemy = own !== null && piece.side !== '' && piece.side !== own;
  const values = piece.values.filter((value) => value !== piece.label);
  const hidden = enemy && (piece.symbol === 'unknown' || isNobody(piece));
  const lines = [
    ...(marker && marker.words !== piece.label ? [capital(marker.words)] : []),
    ...(piece.title !== null && piece.title !== piece.label ? [piece.title] : []),
    ...(values.length > 0 ? [capital(values.join(', '))] : []),
    ...(piece.states.length > 0 ? [`State: ${stateWords(piece).join(', ')}`] : []),
    ...(piece.carried ? ['Carried by another counter here'] : []),
    ...(hidden ? ['You know that something is here, and whose it is. You don’t know what it is, its values or its state.'] : []),
    ...plansOfPiece(piece, scene, places),
  ];
  return { title: capital(piece.label), about: whose ? `${whose}. ${place}` : place, lines, effects: [], piece };
}

const plansOfPiece = (piece: ScenePiece, scene: Scene, places: Map<string, Spotted>): string[] => {
  const plans = (scene.overlays ?? []).filter((one) => one.piece === piece.piece && one.kind !== 'link').map(({ label, locations }) => {
    return locations.length > 1 ? `${label} (${placeName(scene, places, String(locations.at(-1)))})` : label;
  });
  return plans.length > 0 ? [`Planned: ${plans.join(', ')}`] : [];
};

function hexCard(hex: BoardHex, shown: Shown): CardText {
  const { ground, scene } = shown;
  const pile = shown.piles.get(hex.label);
  const floors = hex.floors > 0 ? `, ${hex.floors} ${hex.floors === 1 ? 'floor' : 'floors'}` : '';
  const building = hex.building !== null && hex.building !== hex.label ? `, part of ${hex.building}` : '';
  const level = hex.elevation === 0 ? '' : `, level ${hex.elevation}`;
  const terrain = ground.board.terrains.find(({ name }) => name === hex.terrain);
  const markers = [...(pile?.markers ?? []), ...unknownIn(hex, shown)];
  return {
    title: hex.label,
    about: `${capital(hex.terrain)}${building}${floors}${level}`,
    lines: [
      ...standing(hex, shown),
      ...(pile?.contested ? ['Both sides are in the same Location'] : []),
      ...[...new Set(markers.map((marker) => capital(marker.words) + ownerOf(marker)))],
      ...below(hex, ground, scene, markers, shown.places),
    ],
    effects: terrain?.effects.map(({ words, clause }) => ({ words, clause: clause ?? null })) ?? [],
    piece: null,
  };
}

const ownerOf = ({ side }: SceneMarker) => (side === null ? '' : ` (${capital(side)})`);
const unknownIn = (hex: BoardHex, { scene, places }: Shown) => scene.markers.filter((one) => one.mark === 'unknown' && places.get(one.location)?.hex === hex.label);

/** Who stands in a hex, a line for each of its Locations. */
function standing(hex: BoardHex, { places, scene, own }: Shown): string[] {
  const here = scene.pieces.filter((piece) => places.get(piece.location)?.hex === hex.label);
  return [...new Set(here.map((piece) => piece.location))].map((location) => {
    const names = here.filter((piece) => piece.location === location)
      .map((piece) => `${piece.label} (${piece.side === own ? 'yours' : capital(piece.side)}${piece.states.length > 0 ? `, ${stateWords(piece).join(', ')}` : ''})`);
    return `${location === hex.label ? 'Here' : placeName(scene, places, location)}: ${names.join('; ')}`;
  });
}

/** The networks below a hex, and the ways down to them. */
function below(hex: BoardHex, ground: Ground, scene: Scene, markers: SceneMarker[], places: Map<string, Spotted>): string[] {
  const on = (network: Network) => network.hexes.includes(hex.id);
  const networks = ground.board.networks.filter(on);
  const named = (network: Network) => `${network.name} (${network.kind})`;
  const told = markers.some((marker) => marker.mark === 'lid');
  const links = (scene.overlays ?? []).filter((one) => one.kind === 'link').flatMap(({ locations }) => {
    const ends = [locations[0], locations.at(-1)].map((one) => places.get(String(one))?.hex ?? '');
    return ends.includes(hex.label) ? [`Connected below to ${ends.find((end) => end !== hex.label) ?? hex.label}`] : [];
  });
  return [
    ...(hex.manhole && !told ? ['Manhole: an entrance to the sewer'] : []),
    ...networks.map((network) => (network.line ? `Below: ${named(network)}` : `Entrance to ${named(network)}`)),
    ...new Set(links),
  ];
}
