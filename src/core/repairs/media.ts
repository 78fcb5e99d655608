import type { HistoryMessage } from '../message.ts';
import { messageRefOf, OMIT_MEDIA } from '../normalize/base/overlays.ts';
import type { Overlay } from '../request.ts';

/** The number of images that a server takes, if it says that there are more; otherwise `null`. */
export function readMostImages(reason: string): number | null {
  const match =
    /at most (\d+) images?\b|images, exceeding the maximum of (\d+)|supports (?:up to|a maximum of) (\d+) images/i.exec(
      reason,
    );
  const most = match?.slice(1).find((digits) => digits !== undefined);
  return most === undefined ? null : Number(most);
}

/**
 * Returns the names of the messages whose images and files must not be sent again. The vendor names a place in its own
 * body; the bytes there identify the message. Where it says how many images it takes, `most`, the oldest beyond that are
 * enough. Attachments of the newest user message stay: an answer that never saw them would be worse than the vendor's
 * error.
 */
export function mediaToOmit(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  refused: unknown,
  most: number | null = null,
): string[] {
  const omitted = new Set(overlays.filter(({ kind }) => kind === OMIT_MEDIA).map(({ target }) => target.message));
  const newest = history.findLastIndex(({ role }) => role === 'user');
  const bytes = new Set(longTexts(refused));
  const all = [...history.entries()].filter(([, message]) => mediaOf(message).length > 0);
  const named = all.filter(([, message]) => mediaOf(message).some((data) => bytes.has(data)));
  const sent = (named.length > 0 ? named : all).filter(
    ([index, message]) => !omitted.has(messageRefOf(message, index)),
  );
  const surplus =
    most === null
      ? sent.length
      : surplusOf(
          sent.map(([, message]) => imagesOf(message)),
          most,
        );
  return sent
    .slice(0, surplus === 0 ? sent.length : surplus)
    .filter(([index]) => index !== newest)
    .map(([index, message]) => messageRefOf(message, index));
}

/** How many messages at the beginning have to go without images so that at most so many are left. */
function surplusOf(counts: readonly number[], most: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0);
  let surplus = 0;
  for (; left > most && surplus < counts.length; surplus++) left -= counts[surplus] ?? 0;
  return surplus;
}

function imagesOf({ parts }: HistoryMessage): number {
  return parts.reduce((sum, part) => {
    if (part.type === 'image') return sum + 1;
    return part.type === 'tool_result' ? sum + (part.images?.length ?? 0) : sum;
  }, 0);
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
