import type { PracticeVendors } from '#practice/create-practice-vendors.ts';
import * as claude from './anthropic.ts';
import { HOSTS, requestOf, say, user as chatUser } from './chat.ts';
import * as gemini from './gemini.ts';
import * as responses from './responses.ts';
import { type Json, post } from './vendors.ts';

/** A rule about state that only the server can create: the requests are built from its answers. */
export interface SealedCase {
  rule: string;
  name: string;
  url: string;
  headers?: Record<string, string>;
  make: (vendors: PracticeVendors) => Promise<{ good: Json; bad: Json }>;
  status?: number;
  message: string;
}

const MESSAGES = 'https://anthropic.practice.invalid/v1/messages';
const GATEWAY = 'https://gateway.practice.invalid/v1/messages';
const { assistant, user } = claude;
const FIRST = user('Hello there\n!think 2\n!redacted');
const LOOK = user('!tool look {"at":"x"}\n!tool listen {}');
const thanks = user('Thanks');
const adaptive = (messages: Json[], more: Json = {}) =>
  claude.request(messages, { thinking: claude.ADAPTIVE, tools: claude.TOOLS, system: 'Be kind.', ...more });
const budget = (messages: Json[], more: Json = {}) =>
  claude.manual(messages, { thinking: claude.MANUAL, tools: claude.TOOLS, ...more });

/** Two requests that send an answer of a Claude back: unchanged, and changed. */
const back =
  (change: (blocks: Json[]) => Json[], ask = adaptive) =>
  async (vendors: PracticeVendors) => {
    const content = await claude.answer(vendors, ask([FIRST]));
    return {
      good: ask([FIRST, assistant(content), thanks]),
      bad: ask([FIRST, assistant(change(content)), thanks]),
    };
  };
/** Two requests that send a search of the server's own back: unchanged, and changed. */
const searched = (change: (block: Json) => Json) => async (vendors: PracticeVendors) => {
  const tools = { tools: [{ type: 'web_search_20260318', name: 'web_search' }] };
  const ask = user('!search tea\nWhat is it?');
  const content = await claude.answer(vendors, claude.request([ask], tools));
  return {
    good: claude.request([ask, assistant(content), thanks], tools),
    bad: claude.request([ask, assistant(content.map(change)), thanks], tools),
  };
};
const openLoop = async (vendors: PracticeVendors) => {
  const first = await claude.answer(vendors, budget([LOOK]));
  return [LOOK, assistant(first), user([claude.result(String(first.at(-1)?.id))])];
};

const CLAUDE: SealedCase[] = [
  {
    rule: 'W10',
    name: 'what a search found, encrypted by another',
    url: MESSAGES,
    make: searched((block) =>
      block.type === 'web_search_tool_result'
        ? { ...block, content: (block.content as Json[]).map((one) => ({ ...one, encrypted_content: 'RW5j' })) }
        : block,
    ),
    message: 'encrypted_content: Invalid encrypted content',
  },
  {
    rule: 'W10',
    name: 'a citation without its index',
    url: MESSAGES,
    make: searched((block) =>
      block.citations === undefined
        ? block
        : { ...block, citations: (block.citations as Json[]).map(({ encrypted_index: _gone, ...one }) => one) },
    ),
    message: 'encrypted_index: Field required',
  },
  {
    rule: 'A5',
    name: 'blank thinking on a manual model',
    url: MESSAGES,
    make: back(([first, ...rest]) => [{ ...first, thinking: ' ' }, ...rest], budget),
    message: 'each thinking block must contain non-whitespace thinking',
  },
  {
    rule: 'A19',
    name: 'a foreign loop with a budget',
    url: MESSAGES,
    make: async (vendors) => ({
      good: budget(await openLoop(vendors)),
      bad: budget([LOOK, assistant([claude.call('a')]), user([claude.result('a')])]),
    }),
    message: 'Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
  },
  {
    rule: 'A20',
    name: 'thinking off in an own loop',
    url: MESSAGES,
    make: async (vendors) => {
      const loop = await openLoop(vendors);
      return { good: budget(loop), bad: claude.manual(loop, { tools: claude.TOOLS }) };
    },
    message: 'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.',
  },
  {
    rule: 'A21',
    name: 'an empty signature',
    url: MESSAGES,
    make: back(([first, ...rest]) => [{ ...first, signature: '' }, ...rest]),
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  {
    rule: 'A21',
    name: 'a signature of someone else',
    url: MESSAGES,
    make: back(([first, ...rest]) => [{ ...first, signature: 'c2lnbmVkIGJ5IHNvbWVvbmUgZWxzZQ==' }, ...rest]),
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  {
    rule: 'A22',
    name: 'changed text in the latest turn',
    url: MESSAGES,
    make: back(([first, ...rest]) => [{ ...first, thinking: 'Something else.' }, ...rest]),
    message: 'blocks in the latest assistant message cannot be modified.',
  },
  {
    rule: 'A23',
    name: 'redacted thinking without its data',
    url: MESSAGES,
    make: back((blocks) =>
      blocks.map((block) => (block.type === 'redacted_thinking' ? { ...block, data: '' } : block)),
    ),
    message: 'Invalid `data` in `redacted_thinking` block',
  },
  {
    rule: 'A24',
    name: 'another system prompt before bound thinking',
    url: MESSAGES,
    make: async (vendors) => {
      const content = await claude.answer(vendors, adaptive([FIRST]));
      const loop = [FIRST, assistant(content), thanks];
      return { good: adaptive(loop), bad: adaptive(loop, { system: 'Be brief.' }) };
    },
    message: 'The block is bound to a different conversation.',
  },
  {
    rule: 'A25',
    name: 'thinking of another Claude at a gateway',
    url: GATEWAY,
    make: async (vendors) => {
      const content = await claude.answer(vendors, budget([FIRST]));
      const loop = [FIRST, assistant(content), thanks];
      return { good: budget(loop), bad: adaptive(loop) };
    },
    message: 'Invalid `signature` in `thinking` block',
  },
  {
    rule: 'A32',
    name: 'thinking whose signature never arrived',
    url: MESSAGES,
    make: back(([first = {}, ...rest]) => [{ type: 'thinking', thinking: first.thinking }, ...rest]),
    message: 'messages.1.content.0.thinking.signature: Field required',
  },
];

const ASK = responses.user('Hello\n!think 2');
const next = responses.user('And?');
const gpt = (input: unknown[], more: Json = {}) => responses.request(input, more);
const ofGpt =
  (bad: (reasoning: Json, message: Json) => unknown[], more: Json = {}) =>
  async (vendors: PracticeVendors) => {
    const [reasoning = {}, message = {}] = await responses.answer(vendors, gpt([ASK]));
    return { good: gpt([ASK, reasoning, message, next]), bad: gpt(bad(reasoning, message), more) };
  };

const OPENAI: SealedCase[] = [
  {
    rule: 'R1',
    name: 'reasoning without what it led to',
    url: responses.URL,
    make: ofGpt((reasoning) => [ASK, reasoning, next]),
    message: "of type 'reasoning' was provided without its required following item.",
  },
  {
    rule: 'R2',
    name: 'a message that keeps its id without its reasoning',
    url: responses.URL,
    make: ofGpt((_reasoning, message) => [ASK, message, next]),
    message: "of type 'message' was provided without its required 'reasoning' item:",
  },
  {
    rule: 'R3',
    name: 'another model',
    url: responses.URL,
    make: ofGpt((reasoning, message) => [ASK, reasoning, message, next], { model: 'gpt-5.5' }),
    message: 'could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
  },
  {
    rule: 'R4',
    name: 'reasoning by its name alone',
    url: responses.URL,
    make: ofGpt(({ encrypted_content: _gone, ...reasoning }, message) => [ASK, reasoning, message, next]),
    status: 404,
    message: "Items are not persisted when 'store' is set to false.",
  },
  {
    rule: 'R8',
    name: 'encrypted content that is not complete',
    url: responses.URL,
    make: ofGpt((reasoning, message) => [
      ASK,
      { ...reasoning, encrypted_content: String(reasoning.encrypted_content).slice(0, 24) },
      message,
      next,
    ]),
    message: 'could not be decrypted or parsed.',
  },
  {
    rule: 'R11',
    name: 'reasoning of a call that was cut',
    url: responses.URL,
    make: ofGpt((reasoning) => [ASK, reasoning]),
    message: 'was provided without its required following item.',
  },
  {
    rule: 'R14',
    name: 'a picture that was cut',
    url: responses.URL,
    make: async (vendors) => {
      const ask = responses.user('!picture a cat');
      const more = { tools: [{ type: 'image_generation', partial_images: 1 }], reasoning: { effort: 'none' } };
      const [picture = {}, ...rest] = await responses.answer(vendors, responses.request([ask], more));
      const cut = { ...picture, result: String(picture.result).slice(0, 41) };
      return {
        good: responses.request([ask, picture, ...rest, next]),
        bad: responses.request([ask, cut, ...rest, next]),
      };
    },
    message: 'could not be verified.',
  },
  {
    rule: 'R13',
    name: 'a compaction item of someone else',
    url: responses.URL,
    make: ofGpt(() => [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAA' }, next]),
    message: 'The encrypted content for item cmp_1 could not be verified.',
  },
  {
    rule: 'X2',
    name: 'OpenAI’s content at xAI',
    url: responses.XAI,
    make: async (vendors) => {
      const grok = { model: 'grok-4.7' };
      const own = await responses.answer(vendors, gpt([ASK], grok), {}, responses.XAI);
      const foreign = await responses.answer(vendors, gpt([ASK]));
      return { good: gpt([ASK, ...own, next], grok), bad: gpt([ASK, ...foreign, next], grok) };
    },
    message: 'Could not decrypt the provided encrypted_content.',
  },
  {
    rule: 'X3',
    name: 'an effort that cannot be set',
    url: responses.XAI,
    make: () =>
      Promise.resolve({
        good: gpt([next], { model: 'grok-4.7', reasoning: { effort: 'low' } }),
        bad: gpt([next], { model: 'grok-4.20-reasoning', reasoning: { effort: 'low' } }),
      }),
    message: 'Argument not supported on this model: reasoningEffort',
  },
  {
    rule: 'X5',
    name: 'too long for xAI',
    url: responses.XAI,
    make: () =>
      Promise.resolve({
        good: gpt([next], { model: 'grok-4.7' }),
        bad: gpt([responses.user('word '.repeat(450_000))], { model: 'grok-4.7' }),
      }),
    message: "This model's maximum prompt length is 500000 but the request contains",
  },
];

const DRAW = gemini.user('!picture a cat');
const PARALLEL = gemini.user('!parallel look {} listen {}');
const GEMINI: SealedCase[] = [
  {
    rule: 'G18',
    name: 'a picture that lost its signature',
    url: gemini.URL,
    make: async (vendors) => {
      const more = { generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } };
      const content = await gemini.answer(vendors, gemini.request([DRAW], more));
      const parts = (content.parts as Json[]).map(({ thoughtSignature: _lost, ...part }) => part);
      const edit = gemini.user('Now a dog.');
      return {
        good: gemini.request([DRAW, content, edit]),
        bad: gemini.request([DRAW, gemini.model(...parts), edit]),
      };
    },
    message: 'Image part is missing a thought_signature in content position 2, part position 1.',
  },
  {
    rule: 'G10',
    name: 'a signature on the second of parallel calls',
    url: gemini.URL,
    make: async (vendors) => {
      const body = (contents: Json[]) => gemini.request(contents, { tools: gemini.TOOLS });
      const content = await gemini.answer(vendors, body([PARALLEL]));
      const parts = content.parts as Json[];
      const calls = parts.filter((part) => part.functionCall);
      const results = gemini.user(
        ...calls.map((part) => {
          const { name, id } = part.functionCall as { name: string; id: string };
          return gemini.response(name, { output: 'x' }, id);
        }),
      );
      const copied = parts.map((part) =>
        part === calls[1] ? { ...part, thoughtSignature: calls[0]?.thoughtSignature } : part,
      );
      return {
        good: body([PARALLEL, content, results]),
        bad: body([PARALLEL, gemini.model(...copied), results]),
      };
    },
    message: 'Invalid thought signature.',
  },
];

const router = requestOf('anthropic/claude-sonnet-5.5');
const ROUTED = chatUser('Hello\n!think 1\n!redacted');
const COMPATIBLE: SealedCase[] = [
  {
    rule: 'P1',
    name: 'reasoning_details that lost one entry',
    url: HOSTS.openrouter,
    make: async (vendors) => {
      const reply = await post(vendors, HOSTS.openrouter, router([ROUTED]));
      const [choice = {}] = reply.json.choices as Json[];
      const { content, reasoning_details: details } = choice.message as Json;
      const send = (reasoning_details: unknown) =>
        router([ROUTED, say(String(content), { reasoning_details }), chatUser('And?')]);
      return { good: send(details), bad: send((details as Json[]).slice(0, 1)) };
    },
    message: 'Provider returned error',
  },
  {
    rule: 'P5',
    name: 'too long for OpenRouter',
    url: HOSTS.openrouter,
    make: () => Promise.resolve({ good: router([chatUser('x')]), bad: router([chatUser('word '.repeat(200_000))]) }),
    message: "This endpoint's maximum context length is 200000 tokens.",
  },
  {
    rule: 'C3',
    name: 'too long for Cerebras: no words at all',
    url: HOSTS.cerebras,
    make: () => {
      const small = requestOf('gpt-oss-120b');
      return Promise.resolve({ good: small([chatUser('x')]), bad: small([chatUser('word '.repeat(120_000))]) });
    },
    message: '',
  },
  {
    rule: 'C4',
    name: 'a field that Cerebras does not know',
    url: HOSTS.cerebras,
    make: () => {
      const small = requestOf('gpt-oss-120b');
      return Promise.resolve({
        good: small([chatUser('x')]),
        bad: small([chatUser('x')], { parallel_tool_calls: false, top_k: 3 }),
      });
    },
    message: 'is unsupported',
  },
];

export const SEALED_CASES: readonly SealedCase[] = [...CLAUDE, ...OPENAI, ...GEMINI, ...COMPATIBLE];
