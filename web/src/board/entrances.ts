/** Entrances and links below that a scene shows. */
import type { BoardHex, Scene, SceneMarker } from '../lib/wire';
import type { Ground, Link, Spotted } from './ground';

/** Returns the hexes with an entrance, and those whose entrance is closed. */
export function entrances(scene: Scene, places: Map<string, Spotted>): { lids: Set<string>; closed: Set<string> } {
  const hexesOf = (wanted: (one: SceneMarker) => boolean) => new Set(scene.markers.filter(wanted).map((one) => places.get(one.location)?.hex ?? ''));
  const wayDown = (one: SceneMarker) => one.mark === 'lid' || one.mark === 'mouth';
  const open = hexesOf((one) => wayDown(one) && !one.blocked);
  const shut = hexesOf((one) => wayDown(one) && (one.blocked ?? false));
  return { lids: hexesOf((one) => one.mark === 'lid'), closed: new Set([...shut].filter((hex) => !open.has(hex))) };
}

/** Returns the pairs of hexes that are linked below, as far as the seat knows. */
export function linked(scene: Scene, places: Map<string, Spotted>, ground: Ground): Link[] {
  const hexAt = (location: unknown): BoardHex | undefined => ground.named(places.get(String(location))?.hex ?? '');
  return (scene.overlays ?? []).filter((one) => one.kind === 'link').flatMap(({ locations }): Link[] => {
    const [from, to] = [hexAt(locations[0]), hexAt(locations.at(-1))];
    return from && to ? [[from, to]] : [];
  });
}
