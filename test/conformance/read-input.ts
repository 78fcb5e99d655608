import type { HistoryMessage, Part, ToolResultPart } from '#core/message.ts';
import { VENDORS } from '#core/vendor.ts';
import type { CompileInput } from './contract.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
/** A field when it is a string; nothing otherwise. */
const field = <K extends string>(part: Json, key: K): Partial<Record<K, string>> =>
  typeof part[key] === 'string' ? ({ [key]: part[key] } as Record<K, string>) : {};

/**
 * The door takes JSON from outside. What is of the contract's shape passes as it is; a message or part that is not is
 * read as far as it goes, because the engine behind it trusts its types.
 */
export function readInput(input: unknown): CompileInput | string {
  if (!isObject(input)) return 'the input is not an object';
  const { history, target } = input;
  if (!Array.isArray(history)) return 'history is not a list';
  if (!isObject(target)) return 'target is not an object';
  const vendor = VENDORS.find((known) => known === target.vendor);
  if (!vendor) return `unknown vendor: ${text(target.vendor)}`;
  if (typeof target.model !== 'string') return 'target.model is not a string';
  const tools = Array.isArray(target.tools)
    ? target.tools
        .filter(isObject)
        .map((tool) => ({ inputSchema: tool.inputSchema, name: text(tool.name), ...field(tool, 'description') }))
    : [];
  return {
    history: history.map(readMessage),
    target: { ...(target as unknown as CompileInput['target']), vendor, tools },
  };
}

function readMessage(message: unknown): HistoryMessage {
  if (!isObject(message)) return { role: 'user', parts: [] };
  const { role, parts } = message;
  const known = role === 'assistant' || role === 'tool' ? role : 'user';
  return {
    ...message,
    role: known,
    parts: (Array.isArray(parts)
      ? parts
      : typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : []
    ).flatMap(readPart),
  };
}

/** An unknown kind of part goes as the text it carries, if it carries one. */
function readPart(part: unknown): Part[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }];
  if (!isObject(part)) return [];
  switch (part.type) {
    case 'text':
      return [
        {
          type: 'text',
          text: text(part.text),
          ...field(part, 'signature'),
          ...field(part, 'itemId'),
          ...field(part, 'phase'),
        },
      ];
    case 'thinking':
      return [
        {
          type: 'thinking',
          text: text(part.text),
          ...field(part, 'signature'),
          ...field(part, 'encrypted'),
          ...field(part, 'itemId'),
          ...field(part, 'details'),
          ...field(part, 'prefixDigest'),
        },
      ];
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: text(part.data) }];
    case 'tool_call':
      return [
        {
          type: 'tool_call',
          id: text(part.id),
          name: text(part.name),
          args: part.args,
          ...field(part, 'rawArgs'),
          ...field(part, 'signature'),
          ...field(part, 'itemId'),
        },
      ];
    case 'tool_result':
      return [readResult(part)];
    case 'image':
      return [{ type: 'image', mime: text(part.mime), data: text(part.data) }];
    case 'file':
      return [{ type: 'file', mime: text(part.mime), name: text(part.name), data: text(part.data) }];
    case 'refusal':
      return [{ type: 'refusal', text: text(part.text) }];
    default:
      return typeof part.text === 'string' ? [{ type: 'text', text: part.text }] : [];
  }
}

function readResult(part: Json): ToolResultPart {
  const images = Array.isArray(part.images) ? part.images.filter(isObject) : [];
  return {
    type: 'tool_result',
    text: text(part.text),
    ...field(part, 'callId'),
    ...field(part, 'name'),
    ...(part.isError === true && { isError: true }),
    ...(images.length > 0 && { images: images.map((image) => ({ mime: text(image.mime), data: text(image.data) })) }),
  };
}
