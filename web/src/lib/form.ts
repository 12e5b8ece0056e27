/** The inputs of a calculator as fields of a form. */
import type { Json, ScenePiece, ToolInput } from './wire';

/** Returns the initial value of a field. */
export const atFirst = (field: ToolInput): string => field.default ?? '';

/** Converts the entered values to the input that the server expects. */
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
