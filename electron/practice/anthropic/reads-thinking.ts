import { findAnthropicModel } from './models.ts';

const FIVE_ONE = /^claude-(fable|mythos)-5-1$/;
/** Everything before the 5.1 and 5.5 generations. */
const EARLIER = /^claude-(opus|sonnet|haiku)-(4-\d|5)$|^claude-(fable-5|mythos-preview)$/;
const EARLIER_WITHOUT_FABLE = /^claude-(opus|sonnet|haiku)-(4-\d|5)$/;

/**
 * Whose thinking a model reads besides its own; models that are not listed read only their own (A25, vendor docs
 * 2026-10).
 */
const READS: readonly { reader: RegExp; writers: readonly RegExp[] }[] = [
  { reader: FIVE_ONE, writers: [FIVE_ONE, EARLIER, /^claude-opus-5-5$/] },
  { reader: /^claude-opus-5-5$/, writers: [EARLIER_WITHOUT_FABLE] },
];

export function readsThinking(reader: string, writer: string): boolean {
  if (reader === writer) return true;
  return READS.some((row) => row.reader.test(reader) && row.writers.some((one) => one.test(writer)));
}

/** Older models don't bind thinking to the content before it, whichever model reads it. */
export const bindsPrefix = (writer: string): boolean => findAnthropicModel(writer)?.boundToPrefix ?? false;
