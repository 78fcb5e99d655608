import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { checkFields } from '../rules/fields.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { type AnthropicSubject, thinkingType, thinks } from './subject.ts';

const NAME = '^[a-zA-Z0-9_-]{1,64}$';
const COMBINATORS = ['oneOf', 'allOf', 'anyOf'];

/** Tools that the vendor runs have their own type and no schema; only the user's own are checked. */
const isCustom = (tool: Json) => tool.type === undefined || tool.type === null || tool.type === 'custom';

function checkTool(tool: Json, index: number): Failure | null {
  if (!isCustom(tool)) return null;
  const path = `tools.${index}.custom`;
  const { type: _type, ...fields } = tool;
  const shape = checkFields(fields, path, {
    required: { name: 'string', input_schema: 'object' },
    optional: {
      description: 'string',
      cache_control: 'object',
      strict: 'boolean',
      defer_loading: 'boolean',
      eager_input_streaming: 'boolean',
      allowed_callers: 'list',
      input_examples: 'list',
    },
  });
  if (shape) return shape;
  if (!new RegExp(NAME).test(text(tool.name))) return badRequest(`${path}.name: String should match pattern '${NAME}'`);
  const schema = isObject(tool.input_schema) ? tool.input_schema : {};
  if (COMBINATORS.some((name) => name in schema))
    return badRequest(`${path}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`);
  if (!('type' in schema)) return badRequest(`${path}.input_schema.type: Field required`);
  return schema.type === 'object' ? null : badRequest(`${path}.input_schema.type: Input should be 'object'`);
}

function checkUnique(tools: readonly Json[]): Failure | null {
  const names = tools.map((tool) => text(tool.name));
  return new Set(names).size === names.length ? null : badRequest('tools: Tool names must be unique.');
}

function checkChoice(subject: AnthropicSubject): Failure | null {
  const { body, model } = subject;
  if (!isObject(body.tool_choice)) return null;
  const type = body.tool_choice.type;
  const tools = objects(body.tools);
  if (type !== 'auto' && type !== 'any' && type !== 'tool' && type !== 'none')
    return badRequest(
      `tool_choice: Input tag '${String(type)}' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'`,
    );
  if (type !== 'none' && tools.length === 0)
    return badRequest('tool_choice may only be specified while providing tools.');
  if (type !== 'any' && type !== 'tool') return null;
  const { name } = body.tool_choice;
  if (type === 'tool' && !tools.some((tool) => tool.name === name))
    return badRequest(`Tool '${String(name)}' not found in provided tools`);
  if (!model.forcedTools) return badRequest('tool_choice: type "tool" and "any" are not supported for this model.');
  return thinks(subject) && thinkingType(body) === 'enabled'
    ? badRequest('Thinking may not be enabled when tool_choice forces tool use.')
    : null;
}

export const TOOL_RULES: readonly Rule<AnthropicSubject>[] = [
  { id: 'A16', check: ({ body }) => firstOf(objects(body.tools), checkTool) ?? checkUnique(objects(body.tools)) },
  { id: 'A18', check: checkChoice },
];
