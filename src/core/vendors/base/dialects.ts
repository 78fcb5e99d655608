import type { ChatSwitches, Dialect } from './dialect.ts';
import type { ModelFacts } from './model-facts.ts';
import type { Protocol } from './protocol.ts';
import { STAND_IN_EXTRAS, STAND_IN_SIGNATURE } from './stand-in-signature.ts';

export type DialectModel = Pick<ModelFacts, 'id' | 'thinking' | 'contextWindow'>;

export interface DialectInput {
  model: DialectModel;
  /** Whether the vendor itself answers, and not a gateway or another server. */
  ownService: boolean;
}

export type MakeDialect = (input: DialectInput) => Dialect;

/** The switches of a plain Chat Completions server. */
export const CHAT: ChatSwitches = {
  systemRole: 'system',
  maxTokensField: 'max_tokens',
  streamUsage: true,
  callOnlyContent: 'empty',
  thinkingParameter: 'none',
  reasoningField: null,
  toolMessageName: false,
  thinkingChunks: false,
  grammarOfTools: false,
  openApiTools: false,
  newestReasoning: false,
};

export const MEGABYTE = 1024 * 1024;
const RASTER = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What any OpenAI-compatible server accepts (Z1-Z5). */
export const COMPATIBLE: Dialect = {
  name: 'chat-compatible',
  protocol: 'openai-chat',
  callId: /^[a-zA-Z0-9_-]{1,40}$/,
  sendCallIds: true,
  toolName: { legal: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64, startsWithDigit: true },
  userFirst: true,
  bridgeAfterTools: false,
  state: 'none',
  vendorBlocks: [],
  sameOrigin: { model: true, account: 'equal' },
  reasoningRequired: false,
  resultImages: 'after',
  errorResultImages: true,
  imageTypes: RASTER,
  fileTypes: [],
  maxPages: Number.POSITIVE_INFINITY,
  maxImages: 50,
  maxMedia: 100 * MEGABYTE,
  imageLimits: null,
  // Groq takes 4 MB of base64 (docs, 2026-11), and no server is known that takes less.
  pictures: { side: 2048, bytes: 3 * MEGABYTE },
  schema: 'json-schema',
  maxTools: 128,
  maxCalls: 128,
  offerHistoryTools: 'never',
  // Most servers accept it. The others answer 400 or 422, and not all of them name the field (Mistral,
  // openai-agents-python#442, 2025-04; Bedrock behind Databricks, opencode#4698, 2025-11), so no repair would find it.
  chat: { ...CHAT, streamUsage: false },
  extras: {},
  // platform.openai.com, image generation, 2026-11: up to three; each costs some tokens of output.
  responses: { system: 'instructions', askSummary: true, partialPictures: 2 },
};

/** Pictures and pages, by the model's window (vendor-rules A34). */
const MILLION = { maxImages: 600, maxPages: 600 };
const SMALLER = { maxImages: 100, maxPages: 100 };

const ANTHROPIC: Dialect = {
  ...COMPATIBLE,
  name: 'anthropic',
  protocol: 'anthropic',
  callId: /^[a-zA-Z0-9_-]{1,64}$/,
  state: 'anthropic',
  vendorBlocks: 'all',
  sameOrigin: { model: false, account: 'not-different' },
  resultImages: 'inline',
  errorResultImages: false,
  fileTypes: ['application/pdf'],
  ...MILLION,
  maxMedia: 28 * MEGABYTE,
  imageLimits: { side: 8000, manyCount: 20, manySide: 2000, base64: 10 * MEGABYTE },
  // The sides of `manySide`, so that an old picture never depends on how many follow it; 5 MB of base64 is the limit of
  // Bedrock and Vertex.
  pictures: { side: 2000, bytes: 3.5 * MEGABYTE },
  maxTools: Number.POSITIVE_INFINITY,
  maxCalls: Number.POSITIVE_INFINITY,
};

/** Items of tools that the vendor ran, and the annotations of its texts. */
export const RESPONSES_BLOCKS: readonly string[] = ['web_search_call', 'code_interpreter_call', 'annotations'];

export const RESPONSES: Dialect = {
  ...COMPATIBLE,
  vendorBlocks: RESPONSES_BLOCKS,
  name: 'responses',
  protocol: 'openai-responses',
  callId: /^[a-zA-Z0-9_-]{1,64}$/,
  userFirst: false,
  state: 'responses',
  resultImages: 'inline',
  fileTypes: ['application/pdf'],
  maxImages: 1500,
  maxMedia: 500 * MEGABYTE,
  pictures: { side: 2048, bytes: 8 * MEGABYTE },
  maxCalls: Number.POSITIVE_INFINITY,
};

/** Code that Google ran, and its result. */
const GEMINI_BLOCKS: readonly string[] = ['executableCode', 'codeExecutionResult'];

const GEMINI: Dialect = {
  ...COMPATIBLE,
  vendorBlocks: GEMINI_BLOCKS,
  name: 'gemini',
  protocol: 'gemini',
  callId: /^[a-zA-Z0-9_-]{1,64}$/,
  toolName: { legal: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/, maxLength: 64, startsWithDigit: false },
  state: 'gemini',
  imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  fileTypes: ['application/pdf'],
  // ai.google.dev, document processing, 2026.
  maxPages: 1000,
  maxImages: 3600,
  maxMedia: 18 * MEGABYTE,
  pictures: { side: 3072, bytes: 5 * MEGABYTE },
  schema: 'gemini',
  maxTools: 512,
  maxCalls: Number.POSITIVE_INFINITY,
};

/**
 * Ollama's own API (L3): calls have no ids and results name the tool they belong to; pictures are base64 without a type
 * (server and cmd of ollama take these three, commit fb30760, 2026-08). The model's own thinking may go back (L2).
 */
const OLLAMA: Dialect = {
  ...COMPATIBLE,
  name: 'ollama',
  protocol: 'ollama',
  sendCallIds: false,
  state: 'reasoning-text',
  imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxTools: Number.POSITIVE_INFINITY,
  maxCalls: Number.POSITIVE_INFINITY,
  // Versions that don't know `truncate` ignore it.
  extras: { cutsSilently: true },
};

/** The rules of each protocol, for vendors that add none of their own. */
export const PROTOCOL_DIALECTS: Readonly<Record<Protocol, MakeDialect>> = {
  anthropic: ({ model, ownService }) => ({
    ...ANTHROPIC,
    sameOrigin: {
      // Blocks of another Claude model are kept only on Anthropic's own endpoint (A25).
      model: !ownService,
      account: model.thinking.kind === 'anthropic' && model.thinking.binding !== 'none' ? 'equal' : 'not-different',
    },
    offerHistoryTools: ownService ? 'never' : 'when-none',
    ...(model.contextWindow !== null && model.contextWindow >= 1_000_000 ? MILLION : SMALLER),
  }),
  'openai-responses': () => RESPONSES,
  gemini: ({ model }) => {
    const modern = isGemini3(model);
    return {
      ...GEMINI,
      name: modern ? 'gemini-3' : 'gemini-2',
      ...(modern && { standInSignature: STAND_IN_SIGNATURE }),
      sendCallIds: modern,
      // What its own tools were asked and found, which has to come back (W7).
      ...(modern && { vendorBlocks: [...GEMINI_BLOCKS, 'toolCall', 'toolResponse'] }),
    };
  },
  'openai-chat': () => COMPATIBLE,
  ollama: () => OLLAMA,
};

/** Gemini 3 and later, detected by capability: levels came with 3 (G14). */
function isGemini3(model: DialectModel): boolean {
  return model.thinking.kind === 'gemini-level' || !/gemini-(1|2)(\.|-)/i.test(model.id);
}

/**
 * What a plain server attached to a call goes back with it. Google's own endpoint of this form and gateways to it carry
 * signatures there, and require them as Gemini 3 does everywhere (G13).
 */
export function plainServer(model: DialectModel): Dialect {
  const signs = /gemini-([3-9]|[1-9]\d)/i.test(model.id);
  return { ...COMPATIBLE, state: 'call-extras', ...(signs && { standInSignature: STAND_IN_EXTRAS }) };
}

/** R1 and its relatives require the opposite of V4: their reasoning must not be sent back (D2). */
export function takesReasoning(model: DialectModel, required: boolean): Pick<Dialect, 'state' | 'reasoningRequired'> {
  return isLegacyReasoner(model)
    ? { state: 'none', reasoningRequired: false }
    : { state: 'reasoning-text', reasoningRequired: required };
}

export function isKimiK3(model: DialectModel): boolean {
  return /kimi-k3/i.test(model.id);
}

export function isLegacyReasoner(model: DialectModel): boolean {
  return /deepseek-(reasoner|r1)/i.test(model.id);
}
