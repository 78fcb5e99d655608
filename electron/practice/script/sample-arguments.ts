import { isObject, objects } from '../base/json.ts';

const MAX_DEPTH = 4;

/** Makes up arguments for a tool's schema: the required ones, simple and always the same. */
export function sampleArguments(schema: unknown): Record<string, unknown> {
  const value = sample(isObject(schema) ? { type: 'object', ...schema } : {}, 0);
  return isObject(value) ? value : {};
}

function sample(schema: Record<string, unknown>, depth: number): unknown {
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const [choice] = [...objects(schema.anyOf), ...objects(schema.oneOf), ...objects(schema.allOf)];
  if (choice && schema.type === undefined) return sample(choice, depth);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type) {
    case 'object':
      return depth > MAX_DEPTH ? {} : sampleObject(schema, depth);
    case 'array':
      return isObject(schema.items) && depth < MAX_DEPTH ? [sample(schema.items, depth + 1)] : [];
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'practice';
  }
}

function sampleObject(schema: Record<string, unknown>, depth: number): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(
    required.map((name) => [name, sample(isObject(properties[name]) ? properties[name] : {}, depth + 1)]),
  );
}
