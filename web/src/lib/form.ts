/** What a calculator takes, as fields of a form. */
import type { Json, ScenePiece, Tool } from './wire';

export type FieldKind = 'piece' | 'location' | 'side' | 'number' | 'text';
export interface Field {
  name: string;
  kind: FieldKind;
  about: string;
}

const KINDS: FieldKind[] = ['piece', 'location', 'side', 'number'];
/** The example in a description: `Takes {"unit": squad, "to": Location}`. */
const EXAMPLE = /Takes \{([^}]*)\}/;
const PAIR = /"(\w+)":\s*([\w ]+)/g;

/** The fields that a tool names itself, else those of the example in its description. */
export function fieldsOf(tool: Tool, pieces: ScenePiece[]): Field[] {
  if (tool.takes) return tool.takes.map(({ name, kind, about = '' }) => ({ name, kind: kindOf(kind, pieces), about }));
  const [, example = ''] = EXAMPLE.exec(tool.about) ?? [];
  return [...example.matchAll(PAIR)].map(([, name = '', kind = '']) => ({ name, kind: kindOf(kind, pieces), about: kind.trim() }));
}

/** A kind by its word; a word that names pieces on the board asks for one of them. */
function kindOf(word: string, pieces: ScenePiece[]): FieldKind {
  const plain = word.trim().toLowerCase();
  const known = KINDS.find((kind) => kind === plain);
  if (known) return known;
  return pieces.some((piece) => piece.kind.toLowerCase().includes(plain)) ? 'piece' : 'text';
}

/** What was entered, as the server wants it. */
export function inputOf(fields: Field[], entered: Record<string, string>, pieces: ScenePiece[]): Json {
  return Object.fromEntries(fields.map(({ name, kind }) => {
    const text = entered[name] ?? '';
    if (kind === 'number') return [name, Number(text)];
    if (kind === 'piece') return [name, pieces.find((piece) => String(piece.piece) === text)?.piece ?? text];
    return [name, text];
  }));
}
