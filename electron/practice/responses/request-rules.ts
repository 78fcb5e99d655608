import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { checkFunctionSchema } from '../rules/openai-schema.ts';
import {
  invalidType,
  invalidValue,
  longArray,
  longString,
  outOfRange,
  missingParameter,
  unknownParameter,
  unsupportedParameter,
  unsupportedValue,
  wrongPattern,
} from '../rules/openai-words.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { ResponsesModel } from './models.ts';
import type { ResponsesSubject } from './subject.ts';

const FIELDS: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'stream_options',
  'store',
  'include',
  'reasoning',
  'max_output_tokens',
  'max_tool_calls',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'top_logprobs',
  'text',
  'truncation',
  'metadata',
  'user',
  'previous_response_id',
  'conversation',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'background',
  'context_management',
]);

const NAME = '^[a-zA-Z0-9_-]+$';
const MAX_NAME_LENGTH = 64;
const MAX_TOOLS = 128;
const SMALLEST_OUTPUT = 16;

export function checkFunctionName(name: string, path: string): Failure | null {
  if (name.length > MAX_NAME_LENGTH) return longString(path, MAX_NAME_LENGTH, name.length);
  return new RegExp(NAME).test(name) ? null : wrongPattern(path, NAME);
}

const PICTURE_TOOL: ReadonlySet<string> = new Set([
  'type',
  'model',
  'action',
  'background',
  'input_fidelity',
  'input_image_mask',
  'moderation',
  'output_compression',
  'output_format',
  'partial_images',
  'quality',
  'size',
]);
const MAX_PARTIAL_IMAGES = 3;

function checkPictureTool(tool: Json, path: string, model: ResponsesModel): Failure | null {
  const stray = Object.keys(tool).find((field) => !PICTURE_TOOL.has(field));
  if (stray !== undefined) return unknownParameter(`${path}.${stray}`);
  if (!model.pictures)
    return badRequest(`Hosted tool 'image_generation' is not supported with ${model.id}.`, { param: 'tools' });
  return outOfRange(`${path}.partial_images`, tool.partial_images, [0, MAX_PARTIAL_IMAGES]);
}

/** Tools that the server runs, with their fields (SDK types 7.55.0; docs.x.ai, tools, 2026). */
const HOSTED: Readonly<Record<string, ReadonlySet<string>>> = {
  web_search: new Set(['type', 'filters', 'search_context_size', 'user_location', 'external_web_access']),
  web_search_2025_08_26: new Set(['type', 'filters', 'search_context_size', 'user_location', 'external_web_access']),
  code_interpreter: new Set(['type', 'container']),
  file_search: new Set(['type', 'vector_store_ids', 'max_num_results', 'filters', 'ranking_options']),
  x_search: new Set(['type', 'allowed_x_handles', 'excluded_x_handles', 'from_date', 'to_date']),
  mcp: new Set(['type', 'server_label', 'server_url', 'require_approval', 'allowed_tools', 'headers']),
};

function checkHosted(tool: Json, path: string, server: string): Failure | null {
  const type = text(tool.type);
  const fields = HOSTED[type];
  if (!fields) return invalidValue(`${path}.type`, type, ['function', 'image_generation', ...Object.keys(HOSTED)]);
  const stray = Object.keys(tool).find((field) => !fields.has(field));
  if (stray !== undefined) return unknownParameter(`${path}.${stray}`);
  return type === 'code_interpreter' && server === 'openai' && tool.container === undefined
    ? missingParameter(`${path}.container`)
    : null;
}

function checkTools({ body, model, dialect }: ResponsesSubject): Failure | null {
  const tools = objects(body.tools);
  if (tools.length > MAX_TOOLS) return longArray('tools', MAX_TOOLS, tools.length);
  return firstOf(tools, (tool, index) => {
    const path = `tools[${index}]`;
    if (tool.type === undefined) return missingParameter(`${path}.type`);
    if (tool.type === 'image_generation') return checkPictureTool(tool, path, model);
    if (tool.type !== 'function') return checkHosted(tool, path, dialect.id);
    if (typeof tool.name !== 'string') return missingParameter(`${path}.name`);
    return checkFunctionName(tool.name, `${path}.name`) ?? checkFunctionSchema(tool, `${path}.parameters`);
  });
}

function checkChoice({ body }: ResponsesSubject): Failure | null {
  if (!isObject(body.tool_choice) || body.tool_choice.type !== 'function') return null;
  const name = text(body.tool_choice.name);
  return objects(body.tools).some((tool) => tool.name === name)
    ? null
    : badRequest(`Tool choice '${name}' not found in 'tools' parameter.`, { param: 'tool_choice' });
}

function checkParameters({ body, model }: ResponsesSubject): Failure | null {
  const failure = outOfRange('temperature', body.temperature, [0, 2]) ?? outOfRange('top_p', body.top_p, [0, 1]);
  if (failure) return failure;
  const verbosity = isObject(body.text) ? body.text.verbosity : undefined;
  if (verbosity === undefined || /^(gpt-([5-9]|\d\d)|practice)/.test(model.id)) return null;
  return unsupportedValue('text.verbosity', `'${text(verbosity)}'`, ['medium']);
}

/** Words of codex#3559, 2025-09 (W13). */
function checkMinimal({ body }: ResponsesSubject): Failure | null {
  if (!isObject(body.reasoning) || body.reasoning.effort !== 'minimal') return null;
  const own = objects(body.tools)
    .map(({ type }) => text(type))
    .filter((type) => type !== 'function');
  return own.length === 0
    ? null
    : badRequest(`The following tools cannot be used with reasoning.effort 'minimal': ${own.join(', ')}.`, {
        param: 'tools',
      });
}

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Effort, sampling and encrypted content depend on whether the model reasons (O8, R3). */
function checkReasoning({ body, model, dialect }: ResponsesSubject): Failure | null {
  const effort = isObject(body.reasoning) ? body.reasoning.effort : undefined;
  const included: unknown[] = Array.isArray(body.include) ? body.include : [];
  if (model.efforts.length === 0) {
    if (included.includes('reasoning.encrypted_content'))
      return badRequest('Encrypted content is not supported with this model.', { param: 'include' });
    return typeof effort === 'string' ? unsupportedParameter('reasoning.effort') : null;
  }
  if (typeof effort === 'string' && !model.efforts.includes(effort))
    return badRequest(
      `Unsupported value: '${effort}' is not supported with the '${model.id}' model. Supported values are: ${listed(model.efforts)}.`,
      { param: 'reasoning.effort', code: 'unsupported_value' },
    );
  const free = effort === 'none' || dialect.samplesAlways;
  const sampling = ['temperature', 'top_p'].find((name) => typeof body[name] === 'number' && body[name] !== 1);
  return sampling !== undefined && !free ? unsupportedParameter(sampling) : null;
}

function checkOutputLimit({ body }: ResponsesSubject): Failure | null {
  const limit = body.max_output_tokens;
  if (typeof limit !== 'number' || limit >= SMALLEST_OUTPUT) return null;
  return badRequest(
    `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${SMALLEST_OUTPUT}, but got ${limit} instead.`,
    { param: 'max_output_tokens', code: 'integer_below_min_value' },
  );
}

export const RESPONSES_REQUEST_RULES: readonly Rule<ResponsesSubject>[] = [
  {
    id: 'fields',
    check: ({ body, dialect }) => {
      const stray = Object.keys(body).find((field) => !FIELDS.has(field) && !dialect.fields.has(field));
      return stray === undefined ? null : unknownParameter(stray);
    },
  },
  {
    id: 'input',
    check: ({ body }) => {
      if (body.input === undefined) return missingParameter('input');
      return typeof body.input === 'string' || Array.isArray(body.input)
        ? null
        : invalidType('input', 'one of a string or array of objects', body.input);
    },
  },
  { id: 'R10-limit', check: checkOutputLimit },
  { id: 'O5', check: checkTools },
  { id: 'tool-choice', check: checkChoice },
  { id: 'O8', check: checkReasoning },
  { id: 'W13', check: checkMinimal },
  { id: 'parameters', check: checkParameters },
  {
    id: 'truncation',
    check: ({ body }) =>
      body.truncation === undefined ||
      body.truncation === null ||
      body.truncation === 'auto' ||
      body.truncation === 'disabled'
        ? null
        : invalidValue('truncation', text(body.truncation), ['auto', 'disabled']),
  },
];
