import type { MessageRow } from './database.ts';
import type { StoredMessage } from './rows.ts';

const kept = new WeakMap<StoredMessage, readonly number[]>();

/** Remembers for a message that was read what its row says of its tokens. They aren't a field of what goes elsewhere. */
export function keepTokens(message: StoredMessage, { tokens }: MessageRow): void {
  if (Array.isArray(tokens)) kept.set(message, tokens);
}

/** See `MessageRow.tokens`. */
export function storedTokens(message: StoredMessage): readonly number[] | undefined {
  return kept.get(message);
}
