/** What the server knows about a model of the Chat Completions form. */
export interface ChatModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Values of `reasoning_effort`; none for models that do not reason. */
  efforts: readonly string[];
  tools: boolean;
  images: boolean;
}

export const PRACTICE_CHAT: ChatModel = {
  id: 'practice-chat',
  label: 'Practice Chat',
  window: 131_072,
  maxOutput: 32_768,
  efforts: ['low', 'medium', 'high'],
  tools: true,
  images: true,
};
