import { isOwnService } from '../endpoint.ts';
import { callsOf, type ChatMessage, readChatMessages } from './chat-messages.ts';
import { type CommonView, readStrings } from './common-rules.ts';
import { dataUrlOf, isFilled, isObjectJson, type Json, list, object, objects, text } from './json.ts';
import type { WireRule } from './rule.ts';
import { isObject } from '../json.ts';

export interface ChatView extends CommonView {
  messages: ChatMessage[];
}

/** A tool that the client runs. */
const isFunction = (tool: Json): boolean => tool.type === 'function' || tool.type === undefined;

export function viewChat(body: Json): ChatView {
  const messages = readChatMessages(body);
  return {
    body,
    strings: readStrings(body),
    messages,
    tools: objects(body.tools).flatMap((tool, index) => {
      const { name, parameters } = object(tool.function);
      // Without parameters, a function takes none (OpenAI, API reference).
      const schema = parameters === undefined ? { type: 'object' } : parameters;
      return isFunction(tool) ? [{ path: `tools.${index}`, name, schema }] : [];
    }),
    calls: callsOf(messages),
    images: messages.flatMap(({ path, message }) =>
      objects(message.content).flatMap((part, at) =>
        part.type === 'image_url' ? [{ path: `${path}.content.${at}`, ...dataUrlOf(object(part.image_url).url) }] : [],
      ),
    ),
  };
}

const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  system: new Set(['role', 'content']),
  developer: new Set(['role', 'content']),
  user: new Set(['role', 'content']),
  assistant: new Set(['role', 'content', 'tool_calls']),
  tool: new Set(['role', 'content', 'tool_call_id']),
};

/** vendor-rules sections 2 and 5. */
export const CHAT_RULES: readonly WireRule<ChatView>[] = [
  {
    id: 'O0',
    message: 'at least one message besides the system prompt',
    check: ({ messages }) => (messages.some(({ role }) => role === 'user' || role === 'tool') ? [] : ['messages']),
  },
  {
    id: 'O1',
    message: 'tool_calls must be followed by tool messages responding to each tool_call_id',
    check: ({ messages }) =>
      messages.flatMap(({ path, calls }, index) => {
        const answered = new Set<unknown>();
        for (let at = index + 1; messages[at]?.role === 'tool'; at++) answered.add(messages[at]?.message.tool_call_id);
        return calls.some(({ id }) => !answered.has(id)) ? [path] : [];
      }),
  },
  {
    id: 'O2',
    message: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    check: ({ messages }) => {
      const strays: string[] = [];
      let open = new Set<unknown>();
      for (const { path, role, message, calls } of messages) {
        if (role !== 'tool') open = new Set(calls.map(({ id }) => id));
        else if (!open.delete(message.tool_call_id)) strays.push(path);
      }
      return strays;
    },
  },
  {
    id: 'O3',
    message: 'content of tool messages is text',
    check: ({ messages }, { dialect: { extras } }) =>
      messages
        .filter(({ role, message: { content } }) => role === 'tool' && !isText(content, extras.cacheMarkers))
        .map(({ path }) => path),
  },
  {
    id: 'O4',
    message: 'arguments are the JSON text of an object',
    check: ({ messages }) =>
      messages.flatMap(({ path, calls }) =>
        calls.every((call) => call.type === 'function' && isObjectJson(object(call.function).arguments)) ? [] : [path],
      ),
  },
  {
    id: 'O6',
    message: 'content must not be empty',
    check: ({ messages }) => messages.filter(isEmpty).map(({ path }) => path),
  },
  {
    id: 'O7',
    message: 'roles: one system message first, then user, assistant and tool',
    check: ({ messages }, { dialect }) =>
      messages
        .filter(({ role }, index) =>
          role === 'system' || role === 'developer'
            ? index > 0 || role !== dialect.chat.systemRole
            : !['user', 'assistant', 'tool'].includes(role),
        )
        .map(({ path }) => path),
  },
  {
    id: 'O12',
    message: 'too many tool calls in one message',
    check: ({ messages }, { dialect }) =>
      messages.filter(({ calls }) => calls.length > dialect.maxCalls).map(({ path }) => path),
  },
  {
    id: 'Z1',
    message: 'fields the server does not know are refused',
    check: ({ messages }, { dialect }) =>
      messages.flatMap(({ path, role, message }) =>
        Object.keys(message)
          .filter((key) => !FIELDS[role]?.has(key) && !isOwnField(key, role, dialect.chat.reasoningField, dialect))
          .map((key) => `${path}.${key}`),
      ),
  },
  {
    id: 'Z2',
    message: 'conversation roles must alternate, beginning with the user',
    check: ({ messages }, { dialect }) => {
      if (!dialect.userFirst) return [];
      const conversation = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
      return conversation
        .filter(({ role }, index) => {
          if (index === 0) return role !== 'user';
          return role !== 'tool' && role === conversation[index - 1]?.role;
        })
        .map(({ path }) => path);
    },
  },
  {
    id: 'Z5',
    message: 'parameters this server does not know are refused',
    check: ({ body }, { dialect }) => {
      const unknown = ['store', 'parallel_tool_calls', 'functions', 'previous_response_id'];
      if (!dialect.chat.streamUsage) unknown.push('stream_options');
      unknown.push(dialect.chat.maxTokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens');
      if (dialect.chat.thinkingParameter === 'none') unknown.push('reasoning_effort', 'thinking', 'reasoning');
      return unknown.filter((key) => body[key] !== undefined);
    },
  },
  {
    id: 'O8s',
    message: 'a model of OpenAI that reasons accepts no sampling parameters',
    check: ({ body }, { target }) => {
      const silent = target.model.thinking.kind === 'none' || body.reasoning_effort === 'none';
      if (silent || target.vendor !== 'openai' || !isOwnService(target)) return [];
      const refused = ['temperature', 'top_p', 'stop', 'presence_penalty', 'frequency_penalty'];
      return refused.filter((key) => body[key] !== undefined);
    },
  },
  {
    id: 'O8',
    message: 'this model has no such effort',
    check: ({ body }, { target }) => {
      const { reasoning_effort: effort, reasoning } = body;
      const asked = [
        { path: 'reasoning_effort', effort },
        { path: 'reasoning.effort', effort: object(reasoning).effort },
      ];
      const { thinking } = target.model;
      const supported: readonly string[] =
        thinking.kind === 'effort' || thinking.kind === 'toggle' ? thinking.efforts : [];
      return asked.flatMap((one) =>
        one.effort === undefined || supported.includes(text(one.effort)) ? [] : [one.path],
      );
    },
  },
  {
    id: 'W9',
    message: 'only tools of the client, and those that the vendor runs itself',
    check: ({ body }, { dialect: { extras } }) =>
      objects(body.tools).flatMap((tool, index) =>
        isFunction(tool) || (extras.ownTools !== undefined && text(tool.type).startsWith(extras.ownTools))
          ? []
          : [`tools.${index}`],
      ),
  },
  {
    id: 'Q3',
    message: 'reasoning_format and include_reasoning exclude each other, and raw excludes tools',
    check: ({ body, tools }) => {
      const both = body.reasoning_format !== undefined && body.include_reasoning !== undefined;
      return both || (body.reasoning_format === 'raw' && tools.length > 0) ? ['reasoning_format'] : [];
    },
  },
  {
    id: 'D1',
    message: 'the reasoning_content in the thinking mode must be passed back to the API',
    check: ({ body, messages }, { dialect }) => {
      const field = dialect.chat.reasoningField;
      if (!dialect.reasoningRequired || field === null || isThinkingOff(body)) return [];
      return messages
        .filter(({ role, message }) => role === 'assistant' && typeof message[field] !== 'string')
        .map(({ path }) => path);
    },
  },
  {
    id: 'P7',
    message: 'at most 4 cache markers, only on texts, and only where they are known',
    check: ({ messages }, { dialect: { extras } }) => {
      const marked = messages.flatMap(({ path, message }) =>
        objects(message.content).flatMap((part, at) =>
          part.cache_control === undefined ? [] : [{ path: `${path}.content.${at}`, part }],
        ),
      );
      if (marked.length > 4) return ['cache_control'];
      return marked.filter(({ part }) => !extras.cacheMarkers || part.type !== 'text').map(({ path }) => path);
    },
  },
  {
    id: 'G13',
    message: 'function call is missing a thought_signature in its extra_content',
    check: ({ messages }, { dialect, target }) => {
      // A gateway may do without, and refuse what it doesn't know.
      const isRefused = target.learned?.omit.some((path) => path.endsWith('.extra_content')) ?? false;
      if (dialect.standInSignature === undefined || isRefused) return [];
      const start = messages.findLastIndex(({ role }) => role === 'user');
      return messages
        .slice(start + 1)
        .filter(({ calls: [first] }) => first !== undefined && !isObject(first.extra_content))
        .map(({ path }) => path);
    },
  },
  {
    id: 'M2',
    message: "unexpected role 'user' after role 'tool'",
    check: ({ messages }, { dialect }) =>
      dialect.bridgeAfterTools
        ? messages
            .filter(({ role }, index) => role === 'user' && messages[index - 1]?.role === 'tool')
            .map(({ path }) => path)
        : [],
  },
  {
    id: 'M3',
    message: 'the last message comes from the user or a tool',
    check: ({ messages }) => (messages.at(-1)?.role === 'assistant' ? [`messages.${messages.length - 1}`] : []),
  },
  {
    id: 'Q2',
    message: 'every tool in the history is offered',
    check: ({ tools, calls }, { dialect }) => {
      if (dialect.offerHistoryTools !== 'always' || tools.length >= dialect.maxTools) return [];
      const offered = new Set(tools.map(({ name }) => name));
      return calls.filter(({ name }) => !offered.has(name)).map(({ path }) => path);
    },
  },
];

/** In parts, too, where a part can be marked. */
function isText(content: unknown, inParts = false): boolean {
  if (!inParts || !Array.isArray(content)) return isFilled(content);
  return content.length > 0 && objects(content).every((part) => part.type === 'text' && isFilled(part.text));
}

function isEmpty({ role, message, calls }: ChatMessage): boolean {
  const { content } = message;
  if (role === 'assistant' && calls.length > 0) return content !== undefined && content !== '' && hasNoContent(content);
  return hasNoContent(content);
}

function hasNoContent(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() === '';
  if (!Array.isArray(content)) return true;
  return (
    content.length === 0 ||
    list(content).some((part) => !isObject(part) || (part.type === 'text' && !isFilled(part.text)))
  );
}

function isOwnField(
  key: string,
  role: string,
  reasoningField: string | null,
  dialect: { state: string; chat: { toolMessageName: boolean } },
): boolean {
  if (role === 'tool') return key === 'name' && dialect.chat.toolMessageName;
  if (role !== 'assistant') return false;
  return key === reasoningField || (key === 'reasoning_details' && dialect.state === 'reasoning-details');
}

/** Whether the request turns thinking off, in any of the forms of `reasoningParams`. */
function isThinkingOff(body: Json): boolean {
  const { enabled, effort } = object(body.reasoning);
  return (
    object(body.thinking).type === 'disabled' ||
    body.reasoning_effort === 'none' ||
    effort === 'none' ||
    enabled === false
  );
}
