import { isOwnService } from '../endpoint.ts';
import { readImageSize } from '../image-size.ts';
import type { ThinkingSupport } from '../vendors/base/model-facts.ts';
import { type CommonView, readStrings } from './common-rules.ts';
import { isFilled, type Json, object, objects, text } from './json.ts';
import type { LintContext, WireRule } from './rule.ts';
import { isObject } from '../json.ts';
import { hasServerBlocks, SERVER_TOOL_RULES, unpairedServerBlocks } from './anthropic-server-tools.ts';

/** A content block, or a block inside the content of one. Its path is only written when it breaks a rule. */
class Block {
  readonly type: string;
  readonly block: Json;
  readonly #owner: string;
  readonly #at: number | null;

  constructor(block: Json, owner: string, at: number | null) {
    this.type = text(block.type);
    this.block = block;
    this.#owner = owner;
    this.#at = at;
  }

  get path(): string {
    return this.#at === null ? `${this.#owner}.content` : `${this.#owner}.content.${this.#at}`;
  }
}

interface Message {
  path: string;
  role: unknown;
  blocks: Block[];
}

export interface AnthropicView extends CommonView {
  messages: readonly Message[];
  /** Those of all messages. */
  blocks: readonly Block[];
  /** Those inside of the content of others. */
  inner: readonly Block[];
  /** Types that there are among `blocks`: most rules are about blocks that most conversations don't have. */
  types: ReadonlySet<string>;
}

type ClaudeThinking = Extract<ThinkingSupport, { kind: 'anthropic' }>;

export function viewAnthropic(body: Json): AnthropicView {
  const messages = objects(body.messages).map(({ role, content }, index): Message => {
    const path = `messages.${index}`;
    const blocks =
      typeof content === 'string'
        ? [new Block({ type: 'text', text: content }, path, null)]
        : objects(content).map((block, at) => new Block(block, path, at));
    return { path, role, blocks };
  });
  const blocks: Block[] = [];
  const inner: Block[] = [];
  const types = new Set<string>();
  for (const message of messages)
    for (const block of message.blocks) {
      blocks.push(block);
      types.add(block.type);
      const { content } = block.block;
      if (!Array.isArray(content)) continue;
      const { path } = block;
      for (const [at, part] of objects(content).entries()) inner.push(new Block(part, path, at));
    }
  const images = [...(types.has('image') ? blocks : []), ...inner].filter(({ type }) => type === 'image');
  return {
    body,
    strings: readStrings(body),
    messages,
    blocks,
    inner,
    types,
    // Tools that the vendor runs have a type of their own and no schema (W9).
    tools: objects(body.tools).flatMap((tool, index) =>
      tool.type === undefined || tool.type === 'custom'
        ? [{ path: `tools.${index}`, name: tool.name, schema: tool.input_schema }]
        : [],
    ),
    calls: blocks.filter(isCall).map(({ path, block }) => ({ path, id: block.id, name: block.name })),
    images: images.map(({ path, block }) => {
      const { media_type: mime, data } = object(block.source);
      return { path, mime: text(mime), data: text(data) };
    }),
  };
}

const isCall = ({ type }: Block): boolean => type === 'tool_use';
const isResult = ({ type }: Block): boolean => type === 'tool_result';
const isThinking = ({ type }: Block): boolean => type === 'thinking' || type === 'redacted_thinking';
const hasThinking = ({ types }: AnthropicView): boolean => types.has('thinking') || types.has('redacted_thinking');
const ids = (blocks: readonly Block[], type: string, key: string): unknown[] =>
  blocks.filter((block) => block.type === type).map(({ block }) => block[key]);

function eachBlock({ messages }: AnthropicView, bad: (block: Block, message: Message) => boolean): string[] {
  const paths: string[] = [];
  for (const message of messages) for (const block of message.blocks) if (bad(block, message)) paths.push(block.path);
  return paths;
}

function claude({ target }: LintContext): ClaudeThinking | null {
  return target.model.thinking.kind === 'anthropic' ? target.model.thinking : null;
}

/** Whether the thinking is Anthropic's own. Models of other servers take back what they said in any form (A39). */
const signs = (context: LintContext): boolean => claude(context) !== null || isOwnService(context.target);

const thinkingType = ({ body }: AnthropicView): string => text(object(body.thinking).type);

/** vendor-rules section 1. */
export const ANTHROPIC_RULES: readonly WireRule<AnthropicView>[] = [
  {
    id: 'A3',
    message: 'sampling parameters are refused by newer models, with thinking, and in pairs',
    check: (view, context) => {
      const sent = ['temperature', 'top_p', 'top_k'].filter((key) => view.body[key] !== undefined);
      if (claude(context)?.manual === false) return sent;
      if (['enabled', 'adaptive'].includes(thinkingType(view)))
        return sent.filter((key) => key !== 'top_p' || Number(view.body.top_p) < 0.95);
      return sent.length > 1 && sent[1] === 'top_p' ? ['top_p'] : [];
    },
  },
  {
    id: 'A4',
    message: 'first message must use the "user" role',
    check: ({ messages }) => (messages[0] && messages[0].role !== 'user' ? ['messages.0'] : []),
  },
  {
    id: 'A4b',
    message: 'roles are user and assistant in turn',
    check: ({ messages }) =>
      messages
        .filter(({ role }, index) => (role !== 'user' && role !== 'assistant') || role === messages[index - 1]?.role)
        .map(({ path }) => path),
  },
  {
    id: 'A4d',
    message: 'at least one message is required',
    check: ({ messages }) => (messages.length === 0 ? ['messages'] : []),
  },
  {
    id: 'A5',
    message: 'text content blocks must contain non-whitespace text',
    check: (view) => [
      ...eachBlock(view, ({ type, block }) => type === 'text' && !isFilled(block.text)),
      ...(view.inner.length === 0
        ? []
        : eachBlock(view, ({ block }) =>
            objects(block.content).some((part) => part.type === 'text' && !isFilled(part.text)),
          )),
      ...objects(view.body.system).flatMap((part, index) => (isFilled(part.text) ? [] : [`system.${index}`])),
    ],
  },
  {
    id: 'A5t',
    message: 'each thinking block must contain non-whitespace thinking',
    check: (view, context) =>
      claude(context)?.adaptive || !view.types.has('thinking') || !signs(context)
        ? []
        : eachBlock(view, ({ type, block }) => type === 'thinking' && !isFilled(block.thinking)),
  },
  {
    id: 'A6',
    message: 'all messages must have non-empty content',
    check: ({ messages }) => messages.filter(({ blocks }) => blocks.length === 0).map(({ path }) => path),
  },
  {
    id: 'A7b',
    message: 'the conversation must end with a user message',
    check: ({ messages }) => (messages.at(-1)?.role === 'assistant' ? [`messages.${messages.length - 1}`] : []),
  },
  {
    id: 'A10',
    message: 'tool_use ids were found without tool_result blocks immediately after',
    check: ({ messages }) =>
      messages.flatMap(({ blocks, path }, index) => {
        if (!blocks.some(isCall)) return [];
        const results = new Set(ids(messages[index + 1]?.blocks ?? [], 'tool_result', 'tool_use_id'));
        return ids(blocks, 'tool_use', 'id').some((id) => !results.has(id)) ? [path] : [];
      }),
  },
  {
    id: 'A11',
    message: 'tool results come first in their message',
    check: ({ messages }) =>
      messages
        .filter(({ blocks }) => {
          const other = blocks.findIndex((block) => !isResult(block));
          return other >= 0 && blocks.slice(other).some(isResult);
        })
        .map(({ path }) => path),
  },
  {
    id: 'A12',
    message: 'unexpected tool_use_id found in tool_result blocks',
    check: ({ messages }) =>
      messages.flatMap(({ blocks, path }, index) => {
        if (!blocks.some(isResult)) return [];
        const calls = new Set(ids(messages[index - 1]?.blocks ?? [], 'tool_use', 'id'));
        const results = ids(blocks, 'tool_result', 'tool_use_id');
        return results.some((id) => !calls.has(id)) || new Set(results).size < results.length ? [path] : [];
      }),
  },
  {
    id: 'A12r',
    message: 'calls and thinking belong to the assistant, results and images to the user',
    check: (view) =>
      eachBlock(view, (block, { role }) =>
        // The vendor's own blocks of an answer may be of a kind that is unknown here (A13).
        role === 'assistant'
          ? ['tool_result', 'image', 'document', 'search_result'].includes(block.type) || block.type === ''
          : !['text', 'tool_result', 'image', 'document'].includes(block.type),
      ),
  },
  {
    id: 'A13',
    message: "a server tool's result comes after its call, and every such call has one",
    check: ({ messages, types }) => (hasServerBlocks(types) ? unpairedServerBlocks(messages) : []),
  },
  {
    id: 'A15',
    message: 'tool_use.input must be an object',
    check: (view) => eachBlock(view, ({ type, block }) => type === 'tool_use' && !isObject(block.input)),
  },
  {
    id: 'A16',
    message: 'input_schema does not support oneOf, allOf, or anyOf at the top level',
    check: ({ tools }) =>
      tools
        .filter(({ schema }) => ['oneOf', 'anyOf', 'allOf'].some((key) => object(schema)[key] !== undefined))
        .map(({ path }) => path),
  },
  {
    id: 'A17',
    message: "all content must be type 'text' if 'is_error' is true",
    check: (view) =>
      view.inner.length === 0
        ? []
        : eachBlock(
            view,
            ({ block }) => block.is_error === true && objects(block.content).some(({ type }) => type !== 'text'),
          ),
  },
  {
    id: 'A18',
    message: 'forced tool choice is refused by newer models and with thinking',
    check: ({ body }) => (['any', 'tool'].includes(text(object(body.tool_choice).type)) ? ['tool_choice'] : []),
  },
  {
    id: 'A19',
    message: 'when thinking is enabled, the answers of the open loop must start with a thinking block',
    check: (view) => (thinkingType(view) === 'enabled' ? openLoopWithoutThinking(view.messages) : []),
  },
  {
    id: 'A20',
    message: 'when thinking is disabled, an assistant message in the final position cannot contain thinking',
    check: (view, context) => {
      const on = ['enabled', 'adaptive'].includes(thinkingType(view));
      return on || claude(context)?.adaptive || !hasThinking(view) || !signs(context)
        ? []
        : eachBlock(view, isThinking);
    },
  },
  {
    id: 'A21',
    message: 'a thinking block carries its signature',
    check: (view, context) =>
      hasThinking(view)
        ? eachBlock(
            view,
            ({ type, block }) =>
              (type === 'thinking' &&
                ((signs(context) && text(block.signature) === '') || typeof block.thinking !== 'string')) ||
              (type === 'redacted_thinking' && text(block.data) === ''),
          )
        : [],
  },
  {
    id: 'A22',
    message: 'the final block of an assistant message cannot be thinking',
    check: ({ messages }) =>
      messages.flatMap(({ role, blocks }) => {
        const last = blocks.at(-1);
        return role === 'assistant' && last && isThinking(last) ? [last.path] : [];
      }),
  },
  {
    id: 'A24',
    message: 'block_binding goes with adaptive thinking on models that bind signatures',
    check: (view, context) => {
      const binding = object(view.body.thinking).block_binding;
      return binding !== undefined && (thinkingType(view) !== 'adaptive' || claude(context)?.binding === 'none')
        ? ['thinking.block_binding']
        : [];
    },
  },
  {
    id: 'A27',
    message: 'this model takes another thinking configuration',
    check: (view, context) => (thinkingFits(thinkingType(view), claude(context)) ? [] : ['thinking.type']),
  },
  {
    id: 'A28',
    message: 'budget_tokens is at least 1024 and below max_tokens',
    check: ({ body }) => {
      const { type, budget_tokens: budget } = object(body.thinking);
      const fits = typeof budget === 'number' && budget >= 1024 && budget < Number(body.max_tokens);
      return type === 'enabled' && !fits ? ['thinking.budget_tokens'] : [];
    },
  },
  {
    id: 'A30',
    message: 'this model has no such effort',
    check: ({ body }, context) => {
      const { effort } = object(body.output_config);
      return effort === undefined || claude(context)?.efforts.includes(text(effort)) ? [] : ['output_config.effort'];
    },
  },
  {
    id: 'A33',
    message: 'at most 4 cache markers, none on thinking',
    check: (view) => {
      const marked = [...objects(view.body.system), ...objects(view.body.tools)].filter(isMarked).length;
      const blocks = view.blocks.filter(({ block }) => isMarked(block));
      return marked + blocks.length > 4 ? ['cache_control'] : blocks.filter(isThinking).map(({ path }) => path);
    },
  },
  {
    id: 'A34',
    message: 'an image is larger than the vendor takes, alone or among many',
    check: ({ images }, { dialect: { imageLimits: limits } }) => {
      if (!limits) return [];
      const side = images.length > limits.manyCount ? limits.manySide : limits.side;
      return images
        .filter(({ data }) => data.length > limits.base64 || longestSide(data) > side)
        .map(({ path }) => path);
    },
  },
  {
    id: 'A35',
    message: 'max_tokens is a positive number within the model',
    check: ({ body }, { target }) => {
      const limit = target.model.maxOutput ?? Number.POSITIVE_INFINITY;
      return typeof body.max_tokens === 'number' && body.max_tokens >= 1 && body.max_tokens <= limit
        ? []
        : ['max_tokens'];
    },
  },
  ...SERVER_TOOL_RULES,
];

function longestSide(data: string): number {
  const size = readImageSize(data);
  return size ? Math.max(size.width, size.height) : 0;
}

function isMarked(block: Json): boolean {
  return block.cache_control !== undefined;
}

/** From the last message back to the newest user message that does not follow results. */
function openLoopWithoutThinking(messages: readonly Message[]): string[] {
  const found: string[] = [];
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message) continue;
    if (message.role === 'user' && !message.blocks.some(isResult)) break;
    const first = message.blocks[0];
    if (message.role === 'assistant' && (!first || !isThinking(first))) found.push(message.path);
  }
  return found;
}

function thinkingFits(type: string, thinking: ClaudeThinking | null): boolean {
  if (!thinking) return type === '' || type === 'disabled';
  if (type === 'enabled') return thinking.manual;
  if (type === 'adaptive') return thinking.adaptive;
  return type === '' || (type === 'disabled' && thinking.off);
}
