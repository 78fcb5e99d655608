import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';

const invalid = (name: string, param: string, problem: string): Failure =>
  badRequest(`Invalid schema for function '${name}': ${problem}`, { code: 'invalid_function_parameters', param });

/** OpenAI's checks of a function's schema; `strict` ones must be closed and complete (O5). */
export function checkFunctionSchema(tool: Json, param: string): Failure | null {
  const name = text(tool.name);
  const schema = tool.parameters;
  if (schema === undefined || schema === null) return null;
  if (!isObject(schema) || schema.type !== 'object')
    return invalid(
      name,
      param,
      `schema must be a JSON Schema of 'type: "object"', got 'type: ${isObject(schema) && schema.type !== undefined ? JSON.stringify(schema.type) : '"None"'}'.`,
    );
  if (tool.strict === true && ['oneOf', 'anyOf', 'allOf', 'not', 'enum'].some((key) => key in schema))
    return invalid(
      name,
      param,
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    );
  const problem = checkNode(schema, [], tool.strict === true);
  return problem === null ? null : invalid(name, param, problem);
}

const MAX_DEPTH = 32;

function checkNode(node: Json, path: readonly string[], strict: boolean): string | null {
  if (path.length > MAX_DEPTH * 2) return null;
  const at = `In context=(${path.map((step) => `'${step}'`).join(', ')}${path.length === 1 ? ',' : ''})`;
  if (node.type === 'array' && !('items' in node) && !('prefixItems' in node))
    return `${at}, array schema missing items.`;
  const properties = isObject(node.properties) ? node.properties : {};
  if (strict && node.type === 'object') {
    if (node.additionalProperties !== false)
      return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
    const required: unknown[] = Array.isArray(node.required) ? node.required : [];
    const missing = Object.keys(properties).find((name) => !required.includes(name));
    if (missing !== undefined)
      return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  }
  for (const [name, child] of Object.entries(properties)) {
    const problem = isObject(child) ? checkNode(child, [...path, 'properties', name], strict) : null;
    if (problem !== null) return problem;
  }
  return isObject(node.items) ? checkNode(node.items, [...path, 'items'], strict) : null;
}
