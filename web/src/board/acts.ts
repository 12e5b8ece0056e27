/** The shapes that show a step of what happened over the board as it is now. */
import type { Mark, Shown, Way } from '../lib/happened';
import { centre, type Ground, hexPath, path, type Spot, type Spotted } from './ground';

export interface Around {
  ground: Ground;
  places: Map<string, Spotted>;
  below: boolean;
  side: (name: string | null) => number | null;
  /** Scale of what keeps a readable size on a board that is seen from afar. */
  size: number;
}

/** A shape or, with `words`, a text at the origin of its transformation. */
export interface Shape {
  look: string;
  d?: string;
  transform?: string;
  width?: number;
  words?: string;
}

interface Point extends Spot {
  hex: string;
  deep: boolean;
  level: number;
}

/** Distance from the centre of a hex at which an arrow ends, so that its counter stays readable. */
const NEAR = 34;
const TIP = 'M-4 -15L22 0L-4 15Z';
const CROSS = 'M-22 0A22 22 0 1 0 22 0A22 22 0 1 0 -22 0M-30 0H-13M13 0H30M0 -30V-13M0 13V30';
const DEATH = 'M-26 -26L26 26M26 -26L-26 26';
const LONGEST = 32;
/** Words after the name of a piece. A thing is named alone. */
const AFTER: Record<Mark['what'], string> = { lost: 'lost', changed: '', came: 'appears', went: 'out of sight' };

const at = ({ x, y }: Spot, scale: number, turn = 0) => `translate(${x} ${y}) rotate(${turn}) scale(${scale})`;
function short(from: Spot, to: Spot, by: number): Spot {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: to.x - ((to.x - from.x) * by) / length, y: to.y - ((to.y - from.y) * by) / length };
}

/** Returns the shapes of a step, and of losses before it that stay marked. */
export function acts({ step, losses }: Shown, { ground, places, below, side, size }: Around): Shape[] {
  const point = (place: string): Point[] => {
    const found = places.get(place);
    const hex = ground.named(found?.hex ?? place);
    return hex ? [{ ...centre(hex), hex: hex.label, deep: found?.underground ?? false, level: found?.level ?? 0 }] : [];
  };
  /** Sign of a level that the board does not show. */
  const sign = (deep: boolean) => (deep === below ? '' : deep ? '▼' : '▲');
  const line = (look: string, spots: Spot[], width: number): Shape[] => ['casing ', ''].map((under, i) => ({ look: under + look, d: path(spots, false), width: (width + (i === 0 ? 5 : 0)) * size }));
  const arrow = ({ at: way, side: whose }: Way): Shape[] => {
    const all = way.flatMap(point);
    const points = all.filter((one, i) => i === 0 || one.hex !== all[i - 1]?.hex);
    const [tip, from] = [points.at(-1), points.at(-2)];
    const climbs = (all.at(-1)?.level ?? 0) - (all.at(-2)?.level ?? 0);
    const climb = tip && all.at(-2)?.hex === tip.hex && climbs !== 0 ? [{ look: 'level', transform: at({ x: tip.x + 40, y: tip.y }, 1.3 * size), words: climbs < 0 ? '▼' : '▲' }] : [];
    if (!tip || !from) return climb;
    const end = short(from, tip, NEAR);
    const look = `way side-${side(whose) ?? 2}${points.some((one) => sign(one.deep) !== '') ? ' away' : ''}`;
    const turn = (Math.atan2(tip.y - from.y, tip.x - from.x) * 180) / Math.PI;
    return [...line(look, [...points.slice(0, -1), end], 8), { look: `tip ${look}`, d: TIP, transform: at(end, size, turn) }, ...climb];
  };
  const dies = step.marks.some((one) => one.what === 'lost');
  const aim = ({ at: way }: Way): Shape[] => {
    const [from, to] = way.flatMap(point);
    return from && to ? [...line('aim', [short(to, from, 20), short(from, to, 26)], 4), ...(dies ? [] : [{ look: 'aim cross', d: CROSS, transform: at(to, size), width: 5 }])] : [];
  };
  const flashes = [...new Map([...step.places, ...step.marks.map((mark) => mark.at)].flatMap(point).map((one) => [one.hex, one])).values()];
  const rows = new Map<string, number>();
  const tag = (mark: Mark, old: boolean): Shape[] => point(mark.at).flatMap((spot) => {
    const row = rows.get(spot.hex) ?? 0;
    rows.set(spot.hex, row + 1);
    const lost = mark.what === 'lost';
    const all = [sign(spot.deep), lost ? '✕' : '', mark.words, mark.piece === null || mark.men !== undefined ? '' : AFTER[mark.what]].filter((word) => word !== '').join(' ');
    const words = all.length > LONGEST ? `${all.slice(0, LONGEST - 1)}…` : all;
    const half = words.length * 3.7 + 9;
    const look = `mark ${mark.what}${old ? ' old' : ''}`;
    const transform = at({ x: spot.x, y: spot.y + 46 + row * 24 * size }, size);
    const death = lost && row === 0 ? [15, 9].map((width, i) => ({ look: `death${i === 0 ? ' casing' : ''}${old ? ' old' : ''}`, d: DEATH, transform: at(spot, Math.min(size, 1.6)), width })) : [];
    return [...death, { look, d: `M${-half} -12H${half}V10H${-half}Z`, transform }, { look, transform, words }];
  });
  return [
    ...flashes.flatMap((one): Shape[] => [{ look: 'flash', d: hexPath(one, 0.96), width: 5 * size }, ...(sign(one.deep) ? [{ look: 'level', transform: at({ x: one.x, y: one.y - 30 }, size), words: sign(one.deep) }] : [])]),
    ...step.moves.flatMap(arrow), ...step.aims.flatMap(aim),
    ...losses.filter((old) => !step.marks.some((mark) => mark.at === old.at && mark.piece === old.piece && mark.what === 'lost')).flatMap((mark) => tag(mark, true)),
    ...step.marks.flatMap((mark) => tag(mark, false)),
  ];
}
