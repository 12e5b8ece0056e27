/** What a calculator takes, as fields of a form. */
import type { Json, ScenePiece, ToolInput } from './wire';

/** What stands in a field before anything is entered. */
export const atFirst = (field: ToolInput): string => field.default ?? '';

/** What was entered, as the server wants it. */
export function inputOf(fields: ToolInput[], entered: Record<string, string>, pieces: ScenePiece[]): Json {
  return Object.fromEntries(fields.map((field) => {
    const { name, kind } = field;
    const text = entered[name] ?? atFirst(field);
    if (kind === 'number') return [name, Number(text)];
    if (kind === 'yes_no') return [name, text === 'yes'];
    if (kind === 'piece') return [name, pieces.find((piece) => String(piece.piece) === text)?.piece ?? text];
    return [name, text];
  }));
}
