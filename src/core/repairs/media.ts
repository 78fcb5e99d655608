import { sameEndpoint } from '../endpoint.ts';
import { UNREADABLE } from '../errors/media-rows.ts';
import type { HistoryMessage } from '../message.ts';
import { messageRefOf, OMIT_MEDIA } from '../normalize/base/overlays.ts';
import type { Overlay, Target } from '../request.ts';

/** The number of images that a server takes, if it says that there are more; otherwise `null`. */
export function readMostImages(reason: string): number | null {
  const match =
    /at most (\d+) images?\b|images, exceeding the maximum of (\d+)|supports (?:up to|a maximum of) (\d+) images/i.exec(
      reason,
    );
  const most = match?.slice(1).find((digits) => digits !== undefined);
  return most === undefined ? null : Number(most);
}

/** What is known of the pictures and files that a vendor refuses. */
export interface RefusedMedia {
  /** The message that the vendor names, in its own body. */
  place?: unknown;
  /** The number of images that it takes, if there are more. */
  most: number | null;
  /** Who can't read one of them, whichever it is. */
  unreadableBy?: Target;
}

type Entry = [index: number, message: HistoryMessage];

/**
 * Returns the names of the messages whose images and files must not be sent again. The vendor names a place in its own
 * body; the bytes there identify the message. Where it says how many images it takes, the oldest beyond that are enough.
 * Attachments of the newest user message stay: an answer that never saw them would be worse than the vendor's error.
 * If they alone can be meant, nothing is omitted.
 */
export function mediaToOmit(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  { place, most, unreadableBy }: RefusedMedia,
): string[] {
  const omitted = new Set(overlays.filter(({ kind }) => kind === OMIT_MEDIA).map(({ target }) => target.message));
  const newest = history.findLastIndex(({ role }) => role === 'user');
  const bytes = new Set(longTexts(place));
  const all = [...history.entries()].filter(([, message]) => mediaOf(message).length > 0);
  const named = all.filter(([, message]) => mediaOf(message).some((data) => bytes.has(data)));
  const sent = (named.length > 0 ? named : all).filter(
    ([index, message]) => !omitted.has(messageRefOf(message, index)),
  );
  const unread = unreadableBy && named.length === 0 ? unreadOf(sent, history, unreadableBy) : [];
  const meant = unread.length > 0 ? unread : sent;
  const surplus =
    most === null
      ? meant.length
      : surplusOf(
          meant.map(([, message]) => imagesOf(message)),
          most,
        );
  return meant
    .slice(0, surplus === 0 ? meant.length : surplus)
    .filter(([index]) => index !== newest)
    .map(([index, message]) => messageRefOf(message, index));
}

/**
 * Whether a picture or file of the newest user message is the unreadable one: nobody has answered it, and without those
 * of other messages the vendor says the same.
 */
export function meansNewest(history: readonly HistoryMessage[], before: string, after: string): boolean {
  const unanswered = history.slice(history.findLastIndex(isAnswer) + 1);
  const newest = unanswered.findLast(({ role }) => role === 'user');
  return before === after && UNREADABLE.test(before) && newest !== undefined && mediaOf(newest).length > 0;
}

/**
 * Those that this model hasn't answered: it has read the others before. Of these, those that no model has answered, if
 * there are any beside the newest.
 */
function unreadOf(sent: Entry[], history: readonly HistoryMessage[], target: Target): Entry[] {
  const newest = history.findLastIndex(({ role }) => role === 'user');
  const answered = history.findLastIndex(isAnswer);
  const unanswered = sent.filter(([index]) => index >= answered);
  if (unanswered.some(([index]) => index !== newest)) return unanswered;
  const read = history.findLastIndex((message) => isAnswer(message) && isOf(message, target));
  return sent.filter(([index]) => index >= read);
}

function isAnswer({ role, parts }: HistoryMessage): boolean {
  return role === 'assistant' && parts.length > 0;
}

function isOf({ origin }: HistoryMessage, { vendor, endpoint, model }: Target): boolean {
  return origin?.vendor === vendor && origin.model === model.id && sameEndpoint(vendor, origin.endpoint, endpoint);
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
