import type { ThinkingLevel } from './model.ts';

/** Modes that a message can ask for. */
export const MODES = ['search', 'analyze', 'ultrawork'] as const;
export type Mode = (typeof MODES)[number];

/** What a message asks for besides its text. It holds for the turn that the message begins. */
export interface MessageOptions {
  /** Overrides the session's own level. */
  thinking?: ThinkingLevel;
  modes?: Mode[];
}

/** One option, in the form in which it can be removed. */
export type MessageOption = 'thinking' | Mode;

/** Options of a draft: what the user chose, and what its text asks for but the user removed. */
export interface DraftOptions extends MessageOptions {
  unwanted?: MessageOption[];
}

/** The text that a mode adds below the user's text. The user sees it before and after sending. */
export const MODE_TEXTS: Readonly<Record<Mode, string>> = {
  search:
    'Search thoroughly before you answer: look wherever the tools of this conversation reach, with several wordings, and follow what you find. Say where each thing was found, and what was not found.',
  analyze:
    'Analyse before you act: gather what is relevant first, say what is known, what is assumed and what is open, compare the ways there are, and only then decide. Give the reasons for the decision.',
  ultrawork:
    'Work this through to the end: break it into todos, do every one of them, use tools side by side where that helps, and check the result yourself. Stop early only for a question that nobody but me can answer.',
};

export function hasNoOptions({ thinking, modes = [] }: MessageOptions): boolean {
  return thinking === undefined && modes.length === 0;
}

/** Merges both. If both set a level, `more` wins. */
export function mergeOptions(asks: MessageOptions, more: MessageOptions): MessageOptions {
  const thinking = more.thinking ?? asks.thinking;
  const named = new Set<Mode>([...(asks.modes ?? []), ...(more.modes ?? [])]);
  const modes = MODES.filter((mode) => named.has(mode));
  return { ...(thinking && { thinking }), ...(modes.length > 0 && { modes }) };
}
