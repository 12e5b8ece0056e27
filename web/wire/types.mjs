/** TypeScript types from the server's own description of what it says. */
import { compile } from 'json-schema-to-typescript';

const BANNER = '/* Made by `make wire` from the types of the server. Do not edit. */\nimport type { Json } from \'./json\';';
const SCHEMAS = '#/components/schemas/';

/** Whether a schema says no more than that something is there. */
function bare(schema) {
  const { type, properties, $ref, oneOf, anyOf, allOf, enum: values, additionalProperties } = schema;
  const object = type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
  return object && [properties, $ref, oneOf, anyOf, allOf, values, schema.const].every((one) => one === undefined)
    && (additionalProperties === undefined || additionalProperties === true);
}

/** Names said the way JSON Schema says them; what is not described is any JSON. */
function moved(value, schema = false) {
  if (schema && value === true) return { tsType: 'Json' };
  if (Array.isArray(value)) return value.map((one) => moved(one, schema));
  if (typeof value !== 'object' || value === null) return value;
  if (schema && bare(value)) return { ...(value.description ? { description: value.description } : {}), tsType: 'Json' };
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === '$ref') return [key, inner.replace(SCHEMAS, '#/definitions/')];
      // What JSON Schema calls `prefixItems` since 2020, the compiler knows by the older name.
      if (key === 'prefixItems') return ['items', inner.map((one) => moved(one, true))];
      if (key === 'properties') return [key, Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, moved(one, true)]))];
      return [key, moved(inner, ['items', 'oneOf', 'anyOf', 'allOf'].includes(key))];
    }),
  );
}

/** The text of `src/lib/wire.gen.ts` for an OpenAPI document. */
export async function wireTypes(document) {
  const schemas = Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const definitions = Object.fromEntries(schemas.map(([name, schema]) => [name, moved(schema, true)]));
  const names = Object.keys(definitions);
  const all = {
    title: 'Wire', type: 'object', additionalProperties: false, required: names, definitions,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
  };
  return compile(all, 'Wire', { bannerComment: BANNER, additionalProperties: false, style: { singleQuote: true, printWidth: 120 } });
}
