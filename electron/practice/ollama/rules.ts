import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { estimateJson } from '../base/estimate-tokens.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { OllamaModel } from './models.ts';

/** A request to `/api/chat`, prepared for the rules. `context`: the tokens that the model is loaded with. */
export interface OllamaSubject {
  body: Json;
  model: OllamaModel;
  context: number;
}

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);
const NOT_BASE64 = /[^A-Za-z0-9+/=]|=[^=]|={3}/;

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value === 'boolean' ? 'bool' : typeof value;

/** The words of Go's decoder for a value of another type. */
const wrongType = (field: string, value: unknown, type: string): Failure =>
  badRequest(`json: cannot unmarshal ${kindOf(value)} into Go struct field ${field} of type ${type}`);

const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

function checkCall(call: unknown): Failure | null {
  const called = isObject(call) ? call.function : undefined;
  if (!isObject(called)) return wrongType('ToolCall.function', called, 'api.ToolCallFunction');
  if (!isObject(called.arguments))
    return wrongType('ToolCallFunction.arguments', called.arguments, 'api.ToolCallFunctionArguments');
  return null;
}

function checkMessage(message: unknown): Failure | null {
  if (!isObject(message)) return wrongType('ChatRequest.messages', message, 'api.Message');
  if (!ROLES.has(text(message.role))) return badRequest(`invalid role: ${text(message.role)}`);
  for (const field of ['content', 'thinking', 'tool_name'])
    if (!isText(message[field])) return wrongType(`ChatRequest.messages.${field}`, message[field], 'string');
  const images: unknown[] = Array.isArray(message.images) ? message.images : [];
  const broken = firstOf(images, (image) =>
    typeof image === 'string' && image.length % 4 === 0 && !NOT_BASE64.test(image)
      ? null
      : badRequest('illegal base64 data at input byte 0'),
  );
  if (broken) return broken;
  const calls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return firstOf(calls, checkCall);
}

/** The rules of `POST /api/chat`. Fields that it doesn't know are ignored, as Go's decoder does. */
export const OLLAMA_RULES: readonly Rule<OllamaSubject>[] = [
  {
    id: 'L3',
    check: ({ body }) =>
      Array.isArray(body.messages)
        ? firstOf(body.messages as unknown[], checkMessage)
        : wrongType('ChatRequest.messages', body.messages, '[]api.Message'),
  },
  {
    id: 'L1',
    check: ({ body, model }) =>
      !model.tools && objects(body.tools).length > 0
        ? badRequest(`registry.ollama.ai/library/${model.id} does not support tools`)
        : null,
  },
  {
    id: 'L2',
    check: ({ body: { think }, model }) =>
      think !== undefined && think !== null && think !== false && model.think.length === 0
        ? badRequest(`"${model.id}" does not support thinking`)
        : null,
  },
  {
    id: 'L4',
    check: ({ body, context }) => {
      const tokens = estimateJson([body.tools, body.messages]);
      if (body.truncate !== false || tokens <= context) return null;
      return badRequest(
        `request (${tokens} tokens) exceeds the available context size (${context} tokens), try increasing it`,
      );
    },
  },
];
