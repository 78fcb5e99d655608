import type { ChatSwitches, Dialect } from '../../dialect.ts';
import type { Model } from '../../model.ts';
import type { Learned, Target } from '../../request.ts';
import type { Protocol, Vendor } from '../../vendor.ts';

const CHAT: ChatSwitches = {
  systemRole: 'system',
  maxTokensField: 'max_tokens',
  streamUsage: true,
  callOnlyContent: 'empty',
  thinkingParameter: 'none',
  reasoningField: null,
  toolMessageName: false,
  thinkingChunks: false,
};

/** docs.x.ai, image understanding, 2026. */
const XAI_IMAGES = ['image/png', 'image/jpeg'];
const MEGABYTE = 1024 * 1024;
const RASTER = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What any OpenAI-compatible server accepts (Z1-Z5). */
const COMPATIBLE: Dialect = {
  name: 'chat-compatible',
  protocol: 'openai-chat',
  callId: /^[a-zA-Z0-9_-]{1,40}$/,
  sendCallIds: true,
  toolName: { legal: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64, startsWithDigit: true },
  userFirst: true,
  bridgeAfterTools: false,
  state: 'none',
  vendorBlocks: false,
  home: { model: true, account: 'equal' },
  reasoningRequired: false,
  callSignatures: false,
  resultImages: 'after',
  errorResultImages: true,
  imageTypes: RASTER,
  fileTypes: [],
  maxImages: 50,
  maxMedia: 100 * MEGABYTE,
  imageLimits: null,
  schema: 'json-schema',
  maxTools: 128,
  maxCalls: 128,
  offerHistoryTools: 'never',
  // Most servers accept it. The others answer 400 or 422, and not all of them name the field (Mistral,
  // openai-agents-python#442, 2025-04; Bedrock behind Databricks, opencode#4698, 2025-11), so no repair would find it.
  chat: { ...CHAT, streamUsage: false },
};

const ANTHROPIC: Dialect = {
  ...COMPATIBLE,
  name: 'anthropic',
  protocol: 'anthropic',
  callId: /^[a-zA-Z0-9_-]{1,64}$/,
  state: 'anthropic',
  vendorBlocks: true,
  home: { model: false, account: 'not-different' },
  resultImages: 'inline',
  errorResultImages: false,
  fileTypes: ['application/pdf'],
  maxImages: 600,
  maxMedia: 28 * MEGABYTE,
  imageLimits: { side: 8000, manyCount: 20, manySide: 2000, base64: 10 * MEGABYTE },
  maxTools: Number.POSITIVE_INFINITY,
  maxCalls: Number.POSITIVE_INFINITY,
};

const RESPONSES: Dialect = {
  ...COMPATIBLE,
  name: 'responses',
  protocol: 'openai-responses',
  callId: /^[a-zA-Z0-9_-]{1,64}$/,
  userFirst: false,
  state: 'responses',
  resultImages: 'inline',
  fileTypes: ['application/pdf'],
  maxImages: 1500,
  maxMedia: 500 * MEGABYTE,
  maxCalls: Number.POSITIVE_INFINITY,
};

const OPENAI_CHAT: Dialect = {
  ...COMPATIBLE,
  name: 'chat-openai',
  userFirst: false,
  fileTypes: ['application/pdf'],
  maxImages: 1500,
  maxMedia: 500 * MEGABYTE,
  chat: {
    ...CHAT,
    maxTokensField: 'max_completion_tokens',
    callOnlyContent: 'omit',
    thinkingParameter: 'reasoning_effort',
  },
};

const GEMINI: Dialect = {
  ...COMPATIBLE,
  name: 'gemini',
  protocol: 'gemini',
  callId: /^[a-zA-Z0-9_-]{1,64}$/,
  toolName: { legal: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/, maxLength: 64, startsWithDigit: false },
  state: 'gemini',
  imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  fileTypes: ['application/pdf'],
  maxImages: 3600,
  maxMedia: 18 * MEGABYTE,
  schema: 'gemini',
  maxTools: 512,
  maxCalls: Number.POSITIVE_INFINITY,
};

/** One row per vendor: how it differs from a plain compatible server. */
const VENDOR_ROWS: Record<Vendor, (target: Target) => Dialect> = {
  anthropic: () => ANTHROPIC,
  openai: ({ endpoint, model }) => {
    if (isOfficialOpenAI(endpoint)) return OPENAI_CHAT;
    // Moonshot's own server and others that run its models (F1).
    return isKimiK3(model)
      ? {
          ...COMPATIBLE,
          ...takesReasoning(model, true),
          chat: { ...COMPATIBLE.chat, reasoningField: 'reasoning_content' },
        }
      : COMPATIBLE;
  },
  gemini: () => GEMINI,
  groq: () => ({
    ...COMPATIBLE,
    name: 'chat-groq',
    offerHistoryTools: 'always',
    chat: { ...CHAT, maxTokensField: 'max_completion_tokens', thinkingParameter: 'reasoning_effort' },
  }),
  cerebras: () => ({
    ...COMPATIBLE,
    name: 'chat-cerebras',
    state: 'reasoning-text',
    schema: 'strict-subset',
    chat: {
      ...CHAT,
      maxTokensField: 'max_completion_tokens',
      thinkingParameter: 'reasoning_effort',
      reasoningField: 'reasoning',
    },
  }),
  fireworks: ({ model }) => ({
    ...COMPATIBLE,
    name: 'chat-fireworks',
    ...takesReasoning(model, isKimiK3(model)),
    chat: {
      ...CHAT,
      thinkingParameter: 'reasoning_effort',
      reasoningField: isLegacyReasoner(model) ? null : 'reasoning_content',
    },
  }),
  deepseek: ({ model }) => ({
    ...COMPATIBLE,
    name: 'chat-deepseek',
    ...takesReasoning(model, model.thinking.kind !== 'none'),
    chat: {
      ...CHAT,
      thinkingParameter: 'thinking_type',
      reasoningField: isLegacyReasoner(model) ? null : 'reasoning_content',
    },
  }),
  mistral: () => ({
    ...COMPATIBLE,
    name: 'chat-mistral',
    callId: /^[a-zA-Z0-9]{9}$/,
    bridgeAfterTools: true,
    state: 'thinking-chunks',
    chat: {
      ...CHAT,
      streamUsage: false,
      thinkingParameter: 'reasoning_effort',
      toolMessageName: true,
      thinkingChunks: true,
    },
  }),
  xai: () => ({
    ...COMPATIBLE,
    name: 'chat-xai',
    imageTypes: XAI_IMAGES,
    chat: { ...CHAT, maxTokensField: 'max_completion_tokens', thinkingParameter: 'reasoning_effort' },
  }),
  openrouter: () => ({
    ...COMPATIBLE,
    name: 'chat-openrouter',
    state: 'reasoning-details',
    chat: { ...CHAT, thinkingParameter: 'reasoning_object' },
  }),
  ollama: () => ({ ...COMPATIBLE, name: 'chat-ollama', chat: { ...CHAT, thinkingParameter: 'reasoning_effort' } }),
};

/** The protocol decides first. Among Chat Completions servers, the vendor's row decides. */
const PROTOCOL_ROWS: Record<Protocol, (target: Target) => Dialect> = {
  anthropic: (target) => anthropic(target),
  'openai-responses': ({ vendor }) =>
    vendor === 'xai' ? { ...RESPONSES, name: 'responses-xai', userFirst: true, imageTypes: XAI_IMAGES } : RESPONSES,
  gemini: ({ model }) => {
    const modern = isGemini3(model);
    return { ...GEMINI, name: modern ? 'gemini-3' : 'gemini-2', callSignatures: modern, sendCallIds: modern };
  },
  'openai-chat': (target) => {
    const row = VENDOR_ROWS[target.vendor](target);
    const dialect = row.protocol === 'openai-chat' ? row : COMPATIBLE;
    return needsDeveloperRole(dialect, target.model)
      ? { ...dialect, chat: { ...dialect.chat, systemRole: 'developer' } }
      : dialect;
  },
};

/** The rules that apply to this target, including its own refusals. */
export function dialectFor(target: Target): Dialect {
  const dialect = PROTOCOL_ROWS[target.model.protocol](target);
  return target.learned ? withLearned(dialect, target.learned) : dialect;
}

function withLearned(dialect: Dialect, { chat }: Learned): Dialect {
  const { reasoningField: field } = chat;
  return {
    ...dialect,
    chat: { ...dialect.chat, ...chat },
    // A server that asked for the field wants it on every answer of a thinking model (D1, F1).
    ...(typeof field === 'string' && { state: 'reasoning-text', reasoningRequired: true }),
    ...(field === null && { reasoningRequired: false }),
  };
}

const OFFICIAL_ANTHROPIC = /^https:\/\/(api\.anthropic\.com|anthropic\.practice\.invalid)(\/|$)/i;
const OFFICIAL_OPENAI = /^https:\/\/(api\.openai\.com|(openai|chat)\.practice\.invalid)(\/|$)/i;

/** Whether the endpoint is Anthropic itself, not a gateway that may relabel or recheck blocks (A25). */
export function isOfficialAnthropic(endpoint: string): boolean {
  return OFFICIAL_ANTHROPIC.test(endpoint);
}

export function isOfficialOpenAI(endpoint: string): boolean {
  return OFFICIAL_OPENAI.test(endpoint);
}

function anthropic({ endpoint, model }: Target): Dialect {
  const { thinking } = model;
  const bound = thinking.kind === 'anthropic' && thinking.binding !== 'none';
  return {
    ...ANTHROPIC,
    home: {
      // Blocks of another Claude model are kept only on Anthropic's own endpoint (A25).
      model: !isOfficialAnthropic(endpoint),
      account: bound ? 'equal' : 'not-different',
    },
    offerHistoryTools: isOfficialAnthropic(endpoint) ? 'never' : 'when-none',
    maxImages: model.contextWindow !== null && model.contextWindow >= 1_000_000 ? 600 : 100,
  };
}

/** Gemini 3 and later, detected by capability: levels came with 3 (G14). */
function isGemini3(model: Model): boolean {
  return model.thinking.kind === 'gemini-level' || !/gemini-(1|2)(\.|-)/i.test(model.id);
}

/** R1 and its relatives require the opposite of V4: their reasoning must not be sent back (D2). */
function takesReasoning(model: Model, required: boolean): Pick<Dialect, 'state' | 'reasoningRequired'> {
  return isLegacyReasoner(model)
    ? { state: 'none', reasoningRequired: false }
    : { state: 'reasoning-text', reasoningRequired: required };
}

function isKimiK3(model: Model): boolean {
  return /kimi-k3/i.test(model.id);
}

function isLegacyReasoner(model: Model): boolean {
  return /deepseek-(reasoner|r1)/i.test(model.id);
}

function needsDeveloperRole(dialect: Dialect, model: Model): boolean {
  return dialect.name === 'chat-openai' && model.thinking.kind !== 'none';
}
