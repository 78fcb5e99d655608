/** The server's facts about a model of the Chat Completions form. */
export interface ChatModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Values of `reasoning_effort`; empty for models that don't reason. */
  efforts: readonly string[];
  tools: boolean;
  images: boolean;
  /**
   * Whether assistant messages in a request must not have reasoning, may have it, or must have it on messages with
   * calls or on all of them (vendor rules D1, D2, F1).
   */
  replay: 'forbidden' | 'accepted' | 'with-calls' | 'always';
  /** Loaded context in tokens, if it is smaller than the window; the rest of the prompt is silently cut (L4). */
  loaded: number | null;
  /** The text of the refusal when function tools are refused together with reasoning (O9). */
  toolsElsewhere: string | null;
}

const PLAIN: Omit<ChatModel, 'id' | 'label'> = {
  window: 131_072,
  maxOutput: 32_768,
  efforts: [],
  tools: true,
  images: false,
  replay: 'forbidden',
  loaded: null,
  toolsElsewhere: null,
};

export const chatModel = (id: string, more: Partial<ChatModel> = {}): ChatModel => ({
  ...PLAIN,
  label: id,
  ...more,
  id,
});

export const LEVELS = ['low', 'medium', 'high'] as const;

const elsewhere = (id: string) =>
  `Function tools with reasoning_effort are not supported for ${id} in /v1/chat/completions. Please use /v1/responses instead.`;
const elsewhereOrNone = (id: string) =>
  `Function tools with reasoning_effort are not supported for ${id} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;

/** Models of api.openai.com as this endpoint accepts them (O8, O9). */
export const OPENAI_CHAT_MODELS: readonly ChatModel[] = [
  chatModel('practice-gpt', {
    label: 'Practice GPT',
    images: true,
    efforts: ['none', ...LEVELS],
    toolsElsewhere: elsewhereOrNone('practice-gpt'),
  }),
  chatModel('gpt-5.6-sol', {
    images: true,
    efforts: ['none', ...LEVELS, 'xhigh'],
    toolsElsewhere: elsewhereOrNone('gpt-5.6-sol'),
  }),
  chatModel('gpt-5.4', { images: true, efforts: ['none', ...LEVELS, 'xhigh'], toolsElsewhere: elsewhere('gpt-5.4') }),
  chatModel('gpt-5.1', { images: true, efforts: ['none', ...LEVELS] }),
  chatModel('gpt-5', { images: true, efforts: ['minimal', ...LEVELS] }),
  chatModel('gpt-4.1', { images: true, window: 1_047_576 }),
  chatModel('gpt-4o', { images: true, window: 128_000, maxOutput: 16_384 }),
];

/** Shows its reasoning like many compatible servers, and accepts none back. */
export const PRACTICE_CHAT = chatModel('practice-chat', {
  label: 'Practice Chat',
  window: 200_000,
  maxOutput: 32_000,
  images: true,
});
