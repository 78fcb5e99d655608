import { type ChatModel, PRACTICE_CHAT } from './models.ts';

/** Where a compatible vendor differs on the wire, as data (vendor rules, section 5). */
export interface ChatDialect {
  id: string;
  models: readonly ChatModel[];
  /** Path below which the API lives. */
  base: string;
  /** Field in which reasoning streams; null where it is not shown. */
  reasoning: 'reasoning_content' | 'reasoning' | 'thinking-chunks' | 'details' | null;
}

export const PLAIN_CHAT: ChatDialect = {
  id: 'chat',
  models: [PRACTICE_CHAT],
  base: '/v1',
  reasoning: 'reasoning_content',
};
