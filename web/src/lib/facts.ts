/** The facts of a seat's view, numbered in the order of their arrival. */
import type { Json } from './json';
import type { Saw } from './wire';

/** Facts by number, only those that still hold. */
export type Facts = ReadonlyMap<number, Json>;

/** The changes of one look: facts that ended, and facts that began. A changed fact is in both. */
export interface Looked {
  after: Facts;
  gone: Json[];
  now: Json[];
}

/** Applies the changes of a seat's view; `next` is the number of the next new fact. */
export function look(before: Facts, next: number, saw: Saw): Looked {
  const after = new Map(before);
  const gone: Json[] = [];
  const now: Json[] = [];
  for (const number of saw.gone ?? []) {
    gone.push(after.get(number) ?? null);
    after.delete(number);
  }
  for (const [number, patch] of saw.now ?? []) {
    const old = after.get(number) ?? null;
    const fact = merged(old, patch);
    gone.push(old);
    now.push(fact);
    after.set(number, fact);
  }
  for (const [i, fact] of (saw.new ?? []).entries()) {
    now.push(fact);
    after.set(next + i, fact);
  }
  return { after, gone, now };
}

const isRecord = (value: Json | undefined): value is { [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a JSON Merge Patch (RFC 7396). */
export function merged(value: Json | undefined, patch: Json): Json {
  if (!isRecord(patch)) return patch;
  const fields: { [key: string]: Json } = isRecord(value) ? { ...value } : {};
  for (const [key, inner] of Object.entries(patch)) {
    if (inner === null) delete fields[key];
    else fields[key] = merged(fields[key], inner);
  }
  return fields;
}
