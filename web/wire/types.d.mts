/** The text of `src/lib/wire.gen.ts` for an OpenAPI document. */
export function wireTypes(document: unknown): Promise<string>;
