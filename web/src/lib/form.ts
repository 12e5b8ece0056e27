/** The inputs of a calculator as fields of a form. */
import type { CalculatorAnswer, Json, ScenePiece, ToolInput } from './wire';

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

/** A sentence of an answer, with the clause that it rests on. */
export interface Sentence {
  words: string;
  clause: string | null;
}

/** Returns the sentences of an answer. */
export function sentencesOf({ text }: CalculatorAnswer): Sentence[] {
  return (text as (string | Sentence)[]).map((one) => (typeof one === 'string' ? { words: one, clause: null } : one));
}
