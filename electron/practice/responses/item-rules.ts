import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { invalidType, invalidValue, longString, missingParameter, unknownParameter } from '../rules/openai-words.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { readItemId } from './item-ids.ts';
import { pictureOf } from './items.ts';
import { typeOf } from './read-conversation.ts';
import { checkFunctionName } from './request-rules.ts';
import type { ResponsesSubject } from './subject.ts';

interface ItemShape {
  required: readonly string[];
  optional: readonly string[];
  /** Prefix of its ids. */
  prefix?: string;
}

const ITEMS: Readonly<Record<string, ItemShape>> = {
  message: { required: ['role', 'content'], optional: ['id', 'status', 'phase'], prefix: 'msg' },
  reasoning: { required: ['summary'], optional: ['id', 'content', 'encrypted_content', 'status'], prefix: 'rs' },
  function_call: {
    required: ['call_id', 'name', 'arguments'],
    optional: ['id', 'status', 'namespace', 'caller', 'async'],
    prefix: 'fc',
  },
  function_call_output: { required: ['call_id', 'output'], optional: ['id', 'status'], prefix: 'fc' },
  custom_tool_call: { required: ['call_id', 'name', 'input'], optional: ['id', 'status'], prefix: 'ctc' },
  custom_tool_call_output: { required: ['call_id', 'output'], optional: ['id'], prefix: 'ctc' },
  image_generation_call: {
    required: ['id', 'status', 'result'],
    optional: ['action', 'background', 'output_format', 'quality', 'revised_prompt', 'size'],
    prefix: 'ig',
  },
  web_search_call: { required: ['id'], optional: ['status', 'action'], prefix: 'ws' },
  code_interpreter_call: {
    required: ['id', 'code', 'container_id'],
    optional: ['status', 'outputs'],
    prefix: 'ci',
  },
  additional_tools: { required: ['role', 'tools'], optional: ['id'] },
  configuration_update: { required: [], optional: ['id', 'reasoning', 'text', 'status'] },
  compaction: { required: ['encrypted_content'], optional: ['id'], prefix: 'cmp' },
  item_reference: { required: ['id'], optional: [] },
};

const ROLES = ['user', 'assistant', 'system', 'developer'];
const INPUT = ['input_text', 'input_image', 'input_file'];
const OUTPUT = ['output_text', 'refusal'];
const MAX_ID_LENGTH = 64;

const CALL_ID_ITEMS: ReadonlySet<string> = new Set([
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
]);

function checkShape(item: Json, index: number): Failure | null {
  const path = `input[${index}]`;
  const type = typeOf(item);
  const shape = ITEMS[type];
  if (!shape) return invalidValue(path, type, Object.keys(ITEMS));
  const missing = shape.required.find((field) => item[field] === undefined);
  if (missing !== undefined) return missingParameter(`${path}.${missing}`);
  const known = new Set(['type', ...shape.required, ...shape.optional]);
  const stray = Object.keys(item).find((field) => !known.has(field));
  if (stray !== undefined) return unknownParameter(`${path}.${stray}`);
  return checkId(item, path, shape) ?? checkCallId(item, path, type) ?? checkContent(item, path, type);
}

/** Foreign items have no id; an id must have the prefix of its type (R5). */
function checkId(item: Json, path: string, { prefix }: ItemShape): Failure | null {
  const { id } = item;
  if (id === undefined || id === null) return null;
  if (typeof id !== 'string') return invalidType(`${path}.id`, 'a string', id);
  if (!/^[A-Za-z0-9_-]+$/.test(id))
    return badRequest(
      `Invalid '${path}.id': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`,
      { param: `${path}.id`, code: 'invalid_value' },
    );
  if (id.length > MAX_ID_LENGTH) return longString(`${path}.id`, MAX_ID_LENGTH, id.length);
  return prefix === undefined || id.startsWith(prefix)
    ? null
    : badRequest(`Invalid '${path}.id': '${id}'. Expected an ID that begins with '${prefix}'.`, {
        param: `${path}.id`,
        code: 'invalid_value',
      });
}

function checkCallId(item: Json, path: string, type: string): Failure | null {
  if (!CALL_ID_ITEMS.has(type)) return null;
  if (typeof item.call_id !== 'string') return invalidType(`${path}.call_id`, 'a string', item.call_id);
  if (item.call_id === '')
    return badRequest(
      `Invalid '${path}.call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
      { param: `${path}.call_id`, code: 'empty_string' },
    );
  return item.call_id.length > MAX_ID_LENGTH ? longString(`${path}.call_id`, MAX_ID_LENGTH, item.call_id.length) : null;
}

function checkContent(item: Json, path: string, type: string): Failure | null {
  switch (type) {
    case 'message':
      return checkMessage(item, path);
    case 'reasoning':
      return Array.isArray(item.summary) ? null : invalidType(`${path}.summary`, 'an array of objects', item.summary);
    case 'function_call':
      if (typeof item.arguments !== 'string') return invalidType(`${path}.arguments`, 'a string', item.arguments);
      return checkFunctionName(text(item.name), `${path}.name`);
    case 'function_call_output':
      return checkOutput(item.output, `${path}.output`);
    default:
      return null;
  }
}

function checkMessage(item: Json, path: string): Failure | null {
  const role = text(item.role);
  if (!ROLES.includes(role)) return invalidValue(`${path}.role`, role, ROLES);
  if (typeof item.content === 'string') return null;
  if (!Array.isArray(item.content))
    return invalidType(`${path}.content`, 'one of a string or array of objects', item.content);
  const allowed = role === 'assistant' ? OUTPUT : INPUT;
  const phase = item.phase;
  if (phase !== undefined && phase !== null && phase !== 'commentary' && phase !== 'final_answer')
    return invalidValue(`${path}.phase`, text(phase), ['commentary', 'final_answer']);
  return firstOf(item.content, (part: unknown, at) => {
    const kind = isObject(part) ? text(part.type) : '';
    return allowed.includes(kind) ? null : invalidValue(`${path}.content[${at}]`, kind, allowed);
  });
}

function checkOutput(output: unknown, path: string): Failure | null {
  if (typeof output === 'string') return null;
  if (!Array.isArray(output)) return invalidType(path, 'one of a string or array of objects', output);
  const odd = objects(output).findIndex((part) => !INPUT.includes(text(part.type)));
  return odd < 0 ? null : invalidValue(`${path}[${odd}]`, text(objects(output)[odd]?.type), INPUT);
}

const CALLS = ['function_call', 'custom_tool_call'];
const OUTPUTS = ['function_call_output', 'custom_tool_call_output'];

function checkPairs({ items }: ResponsesSubject): Failure | null {
  const of = (types: readonly string[]) => items.filter((item) => types.includes(typeOf(item)));
  const calls = new Set<string>();
  for (const item of items) {
    if (CALLS.includes(typeOf(item))) calls.add(text(item.call_id));
    if (OUTPUTS.includes(typeOf(item)) && !calls.has(text(item.call_id)))
      return badRequest(`No tool call found for function call output with call_id ${text(item.call_id)}.`, {
        param: 'input',
      });
  }
  const answered = new Set(of(OUTPUTS).map((item) => text(item.call_id)));
  const open = of(CALLS).find((item) => !answered.has(text(item.call_id)));
  return open === undefined
    ? null
    : badRequest(`No tool output found for function call ${text(open.call_id)}.`, { param: 'input' });
}

function checkDuplicates({ items }: ResponsesSubject): Failure | null {
  const seen = new Set<string>();
  return firstOf(items, (item) => {
    const id = text(item.id);
    if (id === '') return null;
    if (seen.has(id))
      return badRequest(`Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`, {
        param: 'input',
      });
    seen.add(id);
    return null;
  });
}

/** A picture goes back as it was made, with the id under which it was made (R14). */
function checkPictures({ items, seals }: ResponsesSubject): Failure | null {
  return firstOf(items, (item, index) => {
    if (typeOf(item) !== 'image_generation_call') return null;
    const id = readItemId(seals, text(item.id));
    const param = `input[${index}].result`;
    if (id && item.result === pictureOf(id.answer, id.place)) return null;
    return badRequest(`Invalid '${param}': the image of item '${text(item.id)}' could not be verified.`, { param });
  });
}

export const RESPONSES_ITEM_RULES: readonly Rule<ResponsesSubject>[] = [
  { id: 'R5', check: ({ items }) => firstOf(items, checkShape) },
  { id: 'R7', check: checkDuplicates },
  { id: 'R14', check: checkPictures },
];

export const RESPONSES_PAIR_RULES: readonly Rule<ResponsesSubject>[] = [{ id: 'R6', check: checkPairs }];
