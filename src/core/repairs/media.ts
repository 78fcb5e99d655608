import type { HistoryMessage } from '../message.ts';
import { messageRefOf, OMIT_MEDIA } from '../normalize/base/overlays.ts';
import type { Overlay } from '../request.ts';

/**
 * Returns the names of the messages whose images and files must not be sent again. The vendor names a place in its own
 * body; the bytes there identify the message. Attachments of the newest user message stay: an answer that never saw
 * them would be worse than the vendor's error.
 */
export function mediaToOmit(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  refused: unknown,
): string[] {
  const omitted = new Set(overlays.filter(({ kind }) => kind === OMIT_MEDIA).map(({ target }) => target.message));
  const newest = history.findLastIndex(({ role }) => role === 'user');
  const bytes = new Set(longTexts(refused));
  const all = [...history.entries()].filter(([, message]) => mediaOf(message).length > 0);
  const named = all.filter(([, message]) => mediaOf(message).some((data) => bytes.has(data)));
  return (named.length > 0 ? named : all)
    .filter(([index]) => index !== newest)
    .map(([index, message]) => messageRefOf(message, index))
    .filter((name) => !omitted.has(name));
}

function mediaOf({ parts }: HistoryMessage): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'image' || part.type === 'file') return [part.data];
    return part.type === 'tool_result' ? (part.images ?? []).map(({ data }) => data) : [];
  });
}

/** Every string of a message that can be binary data. For a data URL, the part after its prefix. */
function* longTexts(root: unknown): Generator<string> {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') yield value.replace(/^data:[^,]{0,200},/, '');
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
}
