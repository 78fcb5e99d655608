import type { HistoryMessage, Part, ToolResultPart } from '#core/message.ts';
import { type Origin, VENDORS } from '#core/vendor.ts';
import type { CompileInput } from './contract.ts';

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts any value to text. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return value === undefined || value === null ? '' : JSON.stringify(value);
  } catch {
    return '';
  }
}

/** The field if it's a string; nothing otherwise. */
const field = <K extends string>(from: Json, key: K): Partial<Record<K, string>> =>
  typeof from[key] === 'string' ? ({ [key]: from[key] } as Record<K, string>) : {};
const number = <K extends string>(from: Json, key: K): Partial<Record<K, number>> =>
  typeof from[key] === 'number' ? ({ [key]: from[key] } as Record<K, number>) : {};
const oneOf = <K extends string, const V extends string>(from: Json, key: K, values: readonly V[]) => {
  const value = values.find((candidate) => candidate === from[key]);
  return (value === undefined ? {} : { [key]: value }) as Partial<Record<K, V>>;
};

/**
 * The doors take JSON from outside. Values of the contract's shape pass unchanged; the rest is read as far as possible,
 * because the engine behind trusts its types. Returns an error message when there is nothing to compile.
 */
export function readInput(input: unknown): CompileInput | string {
  if (!isObject(input)) return 'the input is not an object';
  const { history, target } = input;
  if (!Array.isArray(history)) return 'history is not a list';
  if (!isObject(target)) return 'target is not an object';
  const vendor = VENDORS.find((candidate) => candidate === target.vendor);
  if (!vendor) return `unknown vendor: ${readText(target.vendor)}`;
  if (typeof target.model !== 'string' || target.model.trim() === '') return 'target.model is not a name';
  if (typeof target.endpoint === 'string' && !isWebAddress(target.endpoint)) return 'target.endpoint is not an address';
  return {
    history: history.map(readMessage),
    target: {
      vendor,
      model: target.model,
      ...field(target, 'endpoint'),
      ...field(target, 'account'),
      ...field(target, 'system'),
      ...number(target, 'maxOutputTokens'),
      ...oneOf(target, 'thinking', ['off', 'low', 'medium', 'high']),
      ...(isObject(target.window) && {
        window: { ...number(target.window, 'messages'), ...number(target.window, 'tokens') },
      }),
      ...(Array.isArray(target.tools) && { tools: target.tools.filter(isObject).map(readTool) }),
    },
  };
}

function isWebAddress(endpoint: string): boolean {
  return /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '');
}

function readTool(tool: Json) {
  return { inputSchema: tool.inputSchema, name: readText(tool.name), ...field(tool, 'description') };
}

/** A history of any shape; messages of the right shape pass unchanged. */
export function readHistory(history: unknown): HistoryMessage[] {
  return Array.isArray(history) ? history.map((message) => (isMessage(message) ? message : readMessage(message))) : [];
}

function isMessage(value: unknown): value is HistoryMessage {
  if (!isObject(value) || !Array.isArray(value.parts)) return false;
  if (value.role !== 'user' && value.role !== 'assistant' && value.role !== 'tool') return false;
  return value.parts.every((part) => {
    if (!isObject(part)) return false;
    if (part.type === 'tool_call') return typeof part.name === 'string' && typeof part.id === 'string';
    if (part.type !== 'tool_result') return typeof part.type === 'string';
    return typeof part.text === 'string' && (part.callId === undefined || typeof part.callId === 'string');
  });
}

function readMessage(message: unknown): HistoryMessage {
  if (!isObject(message)) return { role: 'user', parts: [] };
  const { role, content, parts = content } = message;
  const origin = readOrigin(message.origin);
  return {
    role: role === 'assistant' || role === 'tool' ? role : 'user',
    parts: (Array.isArray(parts) ? parts : [parts]).flatMap(readPart),
    ...field(message, 'id'),
    ...oneOf(message, 'stop', ['end', 'tool', 'aborted', 'error', 'length', 'refusal']),
    ...(origin && { origin }),
  };
}

function readOrigin(origin: unknown): Origin | null {
  if (!isObject(origin) || typeof origin.model !== 'string') return null;
  const vendor = VENDORS.find((candidate) => candidate === origin.vendor);
  return vendor ? { vendor, model: origin.model, ...field(origin, 'endpoint'), ...field(origin, 'account') } : null;
}

/** An unknown kind of part becomes the text it contains, if any. */
function readPart(part: unknown): Part[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }];
  if (!isObject(part)) return [];
  const { type } = part;
  switch (type) {
    case 'text':
      return [
        {
          type,
          text: readText(part.text),
          ...field(part, 'signature'),
          ...field(part, 'itemId'),
          ...field(part, 'phase'),
        },
      ];
    case 'thinking':
      return [
        {
          type,
          text: readText(part.text),
          ...field(part, 'signature'),
          ...field(part, 'encrypted'),
          ...field(part, 'itemId'),
          ...field(part, 'details'),
          ...field(part, 'prefixDigest'),
        },
      ];
    case 'redacted_thinking':
      return [{ type, data: readText(part.data), ...field(part, 'prefixDigest') }];
    case 'tool_call':
      return [
        {
          type,
          id: readText(part.id),
          name: readText(part.name),
          args: part.args,
          ...field(part, 'rawArgs'),
          ...field(part, 'signature'),
          ...field(part, 'itemId'),
        },
      ];
    case 'tool_result':
      return [readResult(part)];
    case 'image':
      return [{ type, mime: readText(part.mime), data: readText(part.data) }];
    case 'file':
      return [{ type, mime: readText(part.mime), name: readText(part.name), data: readText(part.data) }];
    case 'refusal':
      return [{ type, text: readText(part.text) }];
    case 'vendor_block':
      return [{ type, kind: readText(part.kind), data: readText(part.data) }];
    default:
      return typeof part.text === 'string' ? [{ type: 'text', text: part.text }] : [];
  }
}

function readResult(part: Json): ToolResultPart {
  const images = Array.isArray(part.images) ? part.images.filter(isObject) : [];
  return {
    type: 'tool_result',
    text: readText(part.text),
    ...field(part, 'callId'),
    ...field(part, 'name'),
    ...(part.isError === true && { isError: true }),
    ...(images.length > 0 && {
      images: images.map((image) => ({ mime: readText(image.mime), data: readText(image.data) })),
    }),
  };
}
