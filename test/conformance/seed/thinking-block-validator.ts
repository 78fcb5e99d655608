import {
  isContentPart,
  isThinkingPart,
  readMessages,
  readParts,
  type SeedMessage,
  type SeedPart,
} from './seed-message.ts';
import { isBlank } from '#core/text.ts';

/**
 * The thinking validator of the reliability documents, kept for its view of a history. Anthropic refuses every block it
 * did not sign itself (vendor-rules A21, A24; reliability.md X-01), so nothing made here is ever sent: the normalizer
 * sends only signed blocks of their own origin, and turns thinking off when a leading block is missing.
 */
const PLACEHOLDER = '[Continuing from previous reasoning]';
const SYNTHETIC_ID = 'prt_0000000000_synthetic_thinking';

export function isExtendedThinkingModel(modelID: string | undefined): boolean {
  const id = typeof modelID === 'string' ? modelID.toLowerCase() : '';
  if (id.includes('thinking') || id.endsWith('-high')) return true;
  return id.includes('claude-sonnet-4') || id.includes('claude-opus-4') || id.includes('claude-3');
}

export function hasContentParts(parts: readonly SeedPart[] | undefined): boolean {
  return readParts(parts).some(isContentPart);
}

export function startsWithThinkingBlock(parts: readonly SeedPart[] | undefined): boolean {
  return isThinkingPart(readParts(parts)[0]);
}

/** Text of the nearest earlier thinking of the assistant. Empty when there is none. */
export function findPreviousThinkingContent(messages: readonly SeedMessage[], index: number): string {
  const given: readonly (SeedMessage | null | undefined)[] = Array.isArray(messages) ? messages : [];
  for (let at = Math.min(Math.ceil(index), given.length) - 1; at >= 0; at--) {
    const message = given[at];
    if (message?.info?.role !== 'assistant') continue;
    for (const part of readParts(message.parts).filter(isThinkingPart)) {
      const content = [part.thinking, part.text].find(
        (candidate) => typeof candidate === 'string' && !isBlank(candidate),
      );
      if (content !== undefined) return content;
    }
  }
  return '';
}

export function prependThinkingBlock(message: SeedMessage, content: string): SeedMessage {
  const synthetic: SeedPart = { type: 'thinking', id: SYNTHETIC_ID, thinking: content, synthetic: true };
  return { ...message, parts: [synthetic, ...readParts(message.parts)] };
}

/** In this view, every answer with content begins with thinking, on models that have it. */
export function validateThinking(messages: readonly SeedMessage[], modelID: string | undefined): SeedMessage[] {
  const view = [...readMessages(messages)];
  if (!isExtendedThinkingModel(modelID)) return view;
  return view.map((message, index) => {
    const complete = message.info.role !== 'assistant' || !hasContentParts(message.parts);
    if (complete || startsWithThinkingBlock(message.parts)) return message;
    return prependThinkingBlock(message, findPreviousThinkingContent(view, index) || PLACEHOLDER);
  });
}

export interface ValidatedMessages {
  messages: SeedMessage[];
  /** Indices of the messages that got a block. */
  changed: number[];
}

/**
 * The documents' hook: takes a history and returns a view of it for the model of this request, or, if none is named,
 * for the one that the last question was addressed to.
 */
export function createThinkingBlockValidatorHook(modelID?: string) {
  return {
    async 'experimental.chat.messages.transform'(
      _input: object,
      { messages }: { messages: readonly SeedMessage[] },
    ): Promise<ValidatedMessages> {
      const given = readMessages(messages);
      const asked = modelID ?? given.findLast(({ info }) => info.role === 'user')?.info.modelID;
      const view = validateThinking(given, asked);
      return { messages: view, changed: view.flatMap((message, index) => (message === given[index] ? [] : [index])) };
    },
  };
}
