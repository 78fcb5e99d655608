import type { Json } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';
import type { AnthropicModel } from './models.ts';
import type { ThinkingReading } from './read-thinking.ts';

/** A request to the Messages API, prepared for the rules. */
export interface AnthropicSubject {
  body: Json;
  model: AnthropicModel;
  version: string | null;
  betas: ReadonlySet<string>;
  account: string;
  seals: Seals;
  /** A gateway in front of the API: it refuses thinking of other models instead of leaving it out (A25). */
  gateway: boolean;
  /** `count_tokens`: no answer follows, so some fields may be missing. */
  counting: boolean;
  messages: AnthropicMessage[];
  /** Consecutive messages of one role form one turn, as the server merges them (A4b). */
  turns: AnthropicTurn[];
  /**
   * The thinking in the request, decoded and compared. Evaluated once, after everything else is known to be
   * well-formed.
   */
  thinking: () => ThinkingReading;
}

export interface AnthropicMessage {
  role: string;
  /** Index in `messages`. */
  index: number;
  /** Whether the content was a plain string. */
  plain: boolean;
  blocks: Json[];
}

/** A block with its place in the request. */
export interface PlacedBlock {
  block: Json;
  message: number;
  index: number;
  path: string;
}

export interface AnthropicTurn {
  role: string;
  /** Index of its first message. */
  index: number;
  blocks: PlacedBlock[];
}

export const isThinking = (block: Json): boolean => block.type === 'thinking' || block.type === 'redacted_thinking';

export const placed = (message: AnthropicMessage): PlacedBlock[] =>
  message.blocks.map((block, index) => ({
    block,
    message: message.index,
    index,
    path: message.plain ? `messages.${message.index}.content` : `messages.${message.index}.content.${index}`,
  }));

export function turnsOf(messages: readonly AnthropicMessage[]): AnthropicTurn[] {
  const turns: AnthropicTurn[] = [];
  for (const message of messages) {
    // The message only changes a setting (A30).
    if (message.role === 'system' && message.blocks.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === message.role) last.blocks.push(...placed(message));
    else turns.push({ role: message.role, index: message.index, blocks: placed(message) });
  }
  return turns;
}

export const blocksOfType = (turn: AnthropicTurn | undefined, type: string): PlacedBlock[] =>
  turn ? turn.blocks.filter(({ block }) => block.type === type) : [];

/** The type of the thinking configuration, unvalidated. */
export const thinkingType = (body: Json): unknown => {
  const { thinking } = body;
  return typeof thinking === 'object' && thinking !== null && 'type' in thinking ? thinking.type : undefined;
};

/** Whether the model thinks in its answer to this request. */
export function thinks({ body, model }: Pick<AnthropicSubject, 'body' | 'model'>): boolean {
  const type = thinkingType(body);
  return type === undefined ? model.onByDefault : type !== 'disabled';
}

/** Whether a tool loop is open: the request ends with tool results and no user content after them. */
export function loopIsOpen({ turns }: Pick<AnthropicSubject, 'turns'>): boolean {
  const last = turns.at(-1)?.blocks.at(-1);
  return last?.block.type === 'tool_result';
}
