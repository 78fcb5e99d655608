import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import {
  emptyArray,
  invalidType,
  invalidValue,
  longArray,
  missingParameter,
  outOfRange,
} from '../rules/openai-words.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { type ChatSubject, roleOf } from './subject.ts';

/** Message fields that every vendor accepts, by role. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
  function: ['role', 'content', 'name'],
};

const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal', 'thinking'],
};
const TEXT_ONLY = ['text'];

function checkMessage(message: unknown, index: number, subject: ChatSubject): Failure | null {
  const path = `messages[${index}]`;
  if (!isObject(message)) return invalidType(path, 'an object', message);
  const role = roleOf(message);
  if (message.role === undefined) return missingParameter(`${path}.role`);
  if (!subject.dialect.roles.has(role)) return subject.dialect.refuseRole(index, role);
  return checkStray(message, index, subject) ?? checkContent(message, index, subject) ?? checkCalls(message, path);
}

function checkStray(message: Json, index: number, { dialect }: ChatSubject): Failure | null {
  if (!dialect.refuseMessageField) return null;
  const role = roleOf(message);
  const known = role === 'assistant' ? dialect.assistantFields : new Set(FIELDS[role] ?? []);
  const field = Object.keys(message).find((name) => !known.has(name));
  return field === undefined ? null : dialect.refuseMessageField({ index, role, field, value: message[field] });
}

/** A string, or parts that this role may have; only a turn with tool calls may have no content (O6). */
function checkContent(message: Json, index: number, { dialect }: ChatSubject): Failure | null {
  const { content } = message;
  const role = roleOf(message);
  if (content === undefined || content === null) {
    const calls = Array.isArray(message.tool_calls) || isObject(message.function_call);
    if (role === 'assistant' && (calls || typeof message.refusal === 'string')) return null;
    if (content === undefined && role !== 'assistant') return missingParameter(`messages[${index}].content`);
    return badRequest("Invalid value for 'content': expected a string, got null.", {
      param: `messages.[${index}].content`,
    });
  }
  if (typeof content === 'string') return null;
  if (!Array.isArray(content))
    return invalidType(`messages[${index}].content`, 'one of a string or array of objects', content);
  if (content.length === 0) return emptyArray(`messages[${index}].content`);
  const allowed = PARTS[role] ?? TEXT_ONLY;
  return firstOf(content, (part: unknown, at) => {
    const type = isObject(part) ? text(part.type) : '';
    if (type === 'thinking' && dialect.reasoning !== 'thinking-chunks')
      return invalidValue(`messages[${index}].content[${at}].type`, type, TEXT_ONLY);
    if (allowed.includes(type)) return null;
    if (type === 'image_url')
      return badRequest(
        `Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
        { param: `messages.[${index}].content.[${at}]`, code: 'invalid_value' },
      );
    return invalidValue(`messages[${index}].content[${at}]`, type, allowed);
  });
}

function checkCalls(message: Json, path: string): Failure | null {
  if (message.tool_calls === undefined || message.tool_calls === null) return null;
  if (!Array.isArray(message.tool_calls))
    return invalidType(`${path}.tool_calls`, 'an array of objects', message.tool_calls);
  if (message.tool_calls.length === 0) return emptyArray(`${path}.tool_calls`);
  return firstOf(message.tool_calls, (call: unknown, index) => {
    const at = `${path}.tool_calls[${index}]`;
    if (!isObject(call)) return invalidType(at, 'an object', call);
    if (typeof call.id !== 'string') return missingParameter(`${at}.id`);
    if (call.type !== 'function') return invalidValue(`${at}.type`, text(call.type), ['function', 'custom']);
    if (!isObject(call.function)) return missingParameter(`${at}.function`);
    if (typeof call.function.name !== 'string') return missingParameter(`${at}.function.name`);
    return typeof call.function.arguments === 'string'
      ? null
      : invalidType(`${at}.function.arguments`, 'a string', call.function.arguments);
  });
}

function checkImages({ messages, model }: ChatSubject): Failure | null {
  if (model.images) return null;
  return firstOf(messages, (message, index) => {
    if (!Array.isArray(message.content)) return null;
    const at = message.content.findIndex((part: unknown) => isObject(part) && part.type === 'image_url');
    return at < 0
      ? null
      : badRequest('Invalid content type. image_url is only supported by certain models.', {
          param: `messages.[${index}].content.[${at}].type`,
        });
  });
}

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  temperature: [0, 2],
  top_p: [0, 1],
  presence_penalty: [-2, 2],
  frequency_penalty: [-2, 2],
};
const MAX_STOPS = 4;

function checkParameters({ body, dialect }: ChatSubject): Failure | null {
  for (const [name, usual] of Object.entries(RANGES)) {
    const failure = outOfRange(name, body[name], dialect.ranges?.[name] ?? usual);
    if (failure) return failure;
  }
  const stops = Array.isArray(body.stop) ? body.stop.length : 0;
  return stops > MAX_STOPS ? longArray('stop', MAX_STOPS, stops) : null;
}

export const CHAT_SHAPE_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'fields',
    check: ({ body, dialect }) => {
      const stray = Object.keys(body).find((field) => !dialect.fields.has(field));
      return stray === undefined ? null : dialect.refuseField(stray);
    },
  },
  {
    id: 'messages',
    check: ({ body }) => {
      if (body.messages === undefined) return missingParameter('messages');
      if (!Array.isArray(body.messages)) return invalidType('messages', 'an array of objects', body.messages);
      return body.messages.length === 0 ? emptyArray('messages') : null;
    },
  },
  {
    id: 'O6',
    check: (subject) =>
      firstOf(Array.isArray(subject.body.messages) ? subject.body.messages : [], (message: unknown, index) =>
        checkMessage(message, index, subject),
      ),
  },
  { id: 'Z4', check: checkImages },
  { id: 'parameters', check: checkParameters },
];
