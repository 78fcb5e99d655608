import { isObject } from '../json.ts';
import { callsOf, type ChatMessage, readChatMessages } from './chat-messages.ts';
import { type CommonView, readStrings } from './common-rules.ts';
import { isFilled, type Json, list, object, objects, text } from './json.ts';
import type { WireRule } from './rule.ts';

export interface OllamaView extends CommonView {
  messages: ChatMessage[];
}

/** Pictures have no type on the wire: the server reads it from the first bytes. */
const SIGNATURES: readonly (readonly [start: string, mime: string])[] = [
  ['R0lGOD', 'image/gif'],
  ['Qk', 'image/bmp'],
  ['UklGR', 'image/webp'],
  ['/9j/', 'image/jpeg'],
];

const mimeOf = (data: string): string => SIGNATURES.find(([start]) => data.startsWith(start))?.[1] ?? 'image/png';

export function viewOllama(body: Json): OllamaView {
  const messages = readChatMessages(body);
  return {
    body,
    strings: readStrings(body),
    messages,
    tools: objects(body.tools).map((tool, index) => {
      const { name, parameters } = object(tool.function);
      return { path: `tools.${index}`, name, schema: parameters };
    }),
    calls: callsOf(messages),
    images: messages.flatMap(({ path, message }) =>
      list(message.images).map((data, at) => ({
        path: `${path}.images.${at}`,
        mime: mimeOf(text(data)),
        data: text(data),
      })),
    ),
  };
}

const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  system: new Set(['role', 'content']),
  user: new Set(['role', 'content', 'images']),
  assistant: new Set(['role', 'content', 'thinking', 'tool_calls']),
  tool: new Set(['role', 'content', 'tool_name']),
};

/** vendor-rules section 5, Ollama's own API. The names of the calls that the tool messages after `index` answer. */
function answersAfter(messages: readonly ChatMessage[], index: number): unknown[] {
  const end = messages.findIndex(({ role }, at) => at > index && role !== 'tool');
  return messages.slice(index + 1, end < 0 ? messages.length : end).map(({ message }) => message.tool_name);
}

export const OLLAMA_RULES: readonly WireRule<OllamaView>[] = [
  {
    id: 'O0',
    message: 'at least one message besides the system prompt',
    check: ({ messages }) => (messages.some(({ role }) => role === 'user' || role === 'tool') ? [] : ['messages']),
  },
  {
    id: 'L3',
    message: 'content is text, arguments are objects, and results name their tool',
    check: ({ messages }) =>
      messages
        .filter(
          ({ role, message, calls }) =>
            typeof message.content !== 'string' ||
            calls.some((call) => !isObject(object(call.function).arguments)) ||
            (role === 'tool' && !isFilled(message.tool_name)),
        )
        .map(({ path }) => path),
  },
  {
    id: 'O1',
    message: 'calls are followed by a result for each, in their order',
    check: ({ messages }) =>
      messages
        .filter(({ calls }, index) => {
          if (calls.length === 0) return false;
          const answered = answersAfter(messages, index);
          return (
            calls.length !== answered.length || calls.some((call, at) => object(call.function).name !== answered[at])
          );
        })
        .map(({ path }) => path),
  },
  {
    id: 'O2',
    message: 'a result follows the message that asked for it',
    check: ({ messages }) => {
      let open = false;
      const strays: string[] = [];
      for (const { path, role, calls } of messages) {
        if (role !== 'tool') open = calls.length > 0;
        else if (!open) strays.push(path);
      }
      return strays;
    },
  },
  {
    id: 'O6',
    message: 'content must not be empty',
    check: ({ messages }) =>
      messages
        .filter(
          ({ message, calls }) => calls.length === 0 && list(message.images).length === 0 && !isFilled(message.content),
        )
        .map(({ path }) => path),
  },
  {
    id: 'O7',
    message: 'roles: one system message first, then user, assistant and tool',
    check: ({ messages }) =>
      messages
        .filter(({ role }, index) => (role === 'system' ? index > 0 : !['user', 'assistant', 'tool'].includes(role)))
        .map(({ path }) => path),
  },
  {
    id: 'Z1',
    message: 'fields that the server does not know',
    check: ({ messages }) =>
      messages.flatMap(({ path, role, message }) =>
        Object.keys(message)
          .filter((key) => !FIELDS[role]?.has(key))
          .map((key) => `${path}.${key}`),
      ),
  },
  {
    id: 'Z2',
    message: 'conversation roles must alternate, beginning with the user',
    check: ({ messages }) => {
      const conversation = messages.filter(({ role }) => role !== 'system');
      return conversation
        .filter(({ role }, index) =>
          index === 0 ? role !== 'user' : role !== 'tool' && role === conversation[index - 1]?.role,
        )
        .map(({ path }) => path);
    },
  },
  {
    id: 'M3',
    message: 'the last message comes from the user or a tool',
    check: ({ messages }) => (messages.at(-1)?.role === 'assistant' ? [`messages.${messages.length - 1}`] : []),
  },
  {
    id: 'L2',
    message: 'this model does not think, or not in this way',
    check: ({ body }, { target }) => {
      const { think } = body;
      const { thinking } = target.model;
      if (think === undefined || think === false) return [];
      if (thinking.kind !== 'effort' && thinking.kind !== 'toggle') return ['think'];
      const values: readonly string[] = thinking.efforts;
      return think === true ? (values.length === 0 ? [] : ['think']) : values.includes(text(think)) ? [] : ['think'];
    },
  },
  {
    id: 'L4',
    message: 'a prompt that is too long is refused and not cut',
    check: ({ body }) => (body.truncate === false ? [] : ['truncate']),
  },
];
