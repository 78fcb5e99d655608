import { SplitList } from '../list-start.ts';
import { sameEndpoint } from '../endpoint.ts';
import { ONLY_TEXT, SIGHTLESS, UNREADABLE } from '../errors/media-rows.ts';
import { digest } from '../hash.ts';
import type { HistoryMessage, Part } from '../message.ts';
import { isObject } from '../json.ts';
import { camelCase } from './body-fields.ts';
import type { RefusedRequest } from './decide-repairs.ts';
import { messagesOf, model, service } from './decisions.ts';
import type { Failure } from './failure.ts';
import { applyOverlays } from '../normalize/base/apply-overlays.ts';
import { placesIn } from '../normalize/base/message-places.ts';
import { messageRefOf, OMIT_MEDIA } from '../normalize/base/overlays.ts';
import type { Decision, Overlay, Target } from '../request.ts';

/** A17, A34: images and files of earlier messages are named instead, of unreadable ones those that are new. */
export function omitMedia(failure: Failure, { history, overlays, target, body }: RefusedRequest): Decision[] {
  if (
    failure.kind !== 'context_overflow' &&
    !/image|picture|media|multimodal|vision|pdf|document|file|base64|is_error/i.test(failure.reason) &&
    !ONLY_TEXT.test(failure.reason)
  )
    return [];
  const refused: RefusedMedia = {
    places: namedPlaces(failure.reason, messagesOf(body)),
    most: readMostImages(failure.reason),
    ...(UNREADABLE.test(failure.reason) && { unreadableBy: target }),
  };
  const isOfModel = SIGHTLESS.test(failure.reason) || ONLY_TEXT.test(failure.reason);
  const data = isOfModel ? model(target) : service(target);
  return mediaToOmit(history, overlays, refused).map(({ pictures, ...where }) => ({
    kind: OMIT_MEDIA,
    target: where,
    reason: '',
    data: pictures ? { ...data, pictures } : data,
  }));
}

/** The number of images that a server takes, if it says that there are more; otherwise `null`. */
function readMostImages(reason: string): number | null {
  const match =
    /at most (\d+) images?\b|images, exceeding the maximum of (\d+)|supports (?:up to|a maximum of) (\d+) images/i.exec(
      reason,
    );
  const most = match?.slice(1).find((digits) => digits !== undefined);
  return most === undefined ? null : Number(most);
}

/** What is known of the pictures and files that a vendor refuses. */
interface RefusedMedia {
  /** What the vendor names in its own body, the narrowest first and the message last (see `namedPlaces`). */
  places: readonly unknown[];
  /** The number of images that it takes, if there are more. */
  most: number | null;
  /** Who can't read one of them, whichever it is. */
  unreadableBy?: Target;
}

type Entry = [index: number, message: HistoryMessage];

const PATH = /\b(?:messages|contents|input)((?:\.\w{1,40}|\[\d{1,15}\]){1,20})/;

/**
 * The elements of lists that an error's path leads through in a body, the narrowest first: a block and its message.
 * Vendors name keys in either case, and types of blocks, which are no keys.
 */
export function namedPlaces(reason: string, list: readonly unknown[]): unknown[] {
  const steps =
    PATH.exec(reason)?.[1]
      ?.split(/[.[\]]+/)
      .filter(Boolean) ?? [];
  const places: unknown[] = [];
  let value: unknown = list;
  for (const step of steps) {
    if (Array.isArray(value)) {
      value = value[Number(step)];
      places.unshift(value);
      continue;
    }
    const object = isObject(value) ? value : {};
    const key = [step, camelCase(step)].find((name) => Object.hasOwn(object, name));
    if (key !== undefined) value = object[key];
  }
  return places;
}

/** What an overlay leaves out: a message with its images and files, one part, or some pictures of a result. */
type Omitted = Overlay['target'] & { pictures?: string[] };

/**
 * Returns what must not be sent again: messages with their images and files, single parts, or pictures of a result. The
 * vendor names a place in its own body; the bytes there identify the part. Where it says how many images it takes, the
 * oldest beyond that are enough. Attachments of the newest user message stay: an answer that never saw them would be
 * worse than the vendor's error. If they alone can be meant, nothing is omitted.
 */
function mediaToOmit(
  given: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  { places, most, unreadableBy }: RefusedMedia,
): Omitted[] {
  const omitted = overlays.filter(({ kind }) => kind === OMIT_MEDIA);
  const history = applyOverlays(SplitList.of(given), omitted, placesIn(given)).all;
  const newest = history.findLastIndex(({ role }) => role === 'user');
  const sent = [...history.entries()].filter(([, message]) => mediaOf(message).length > 0);
  for (const [depth, place] of places.entries()) {
    const bytes = new Set(longTexts(place));
    const named = sent.filter(([, message]) => mediaOf(message).some((data) => bytes.has(data)));
    if (named.length === 0) continue;
    const older = named.filter(([index]) => index !== newest);
    const isWhole = depth === places.length - 1;
    if (isWhole) return older.map(([index, message]) => ({ message: messageRefOf(message, index) }));
    return older.flatMap((entry) => partsWith(entry, (data) => bytes.has(data)));
  }
  const unread = unreadableBy ? unreadOf(sent, history, unreadableBy) : [];
  const meant = unread.length > 0 ? unread : sent;
  let surplus = most === null ? 0 : meant.reduce((sum, [, message]) => sum + imagesOf(message).length, 0) - most;
  const all = surplus <= 0;
  return meant.flatMap((entry): Omitted[] => {
    const [index, message] = entry;
    const images = imagesOf(message);
    const oldest = new Set(images.slice(0, Math.max(0, surplus)));
    surplus -= images.length;
    if (index === newest || (!all && oldest.size === 0)) return [];
    const isWhole = all || oldest.size === mediaOf(message).length;
    return isWhole ? [{ message: messageRefOf(message, index) }] : partsWith(entry, (data) => oldest.has(data));
  });
}

/** The parts of a message that have some of these bytes; of a result with other pictures, its pictures. */
function partsWith([index, message]: Entry, isMeant: (data: string) => boolean): Omitted[] {
  return [...message.parts.entries()].flatMap(([part, own]) => {
    const all = dataOf(own);
    const meant = all.filter(isMeant);
    if (meant.length === 0) return [];
    const some = own.type === 'tool_result' && meant.length < all.length;
    return [
      { message: messageRefOf(message, index), part, ...(some && { pictures: [...new Set(meant.map(digest))] }) },
    ];
  });
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

function imagesOf({ parts }: HistoryMessage): string[] {
  return parts.flatMap((part) => (part.type === 'file' ? [] : dataOf(part)));
}

function mediaOf({ parts }: HistoryMessage): string[] {
  return parts.flatMap(dataOf);
}

function dataOf(part: Part): string[] {
  if (part.type === 'image') return [part.data];
  // A page that was drawn is sent instead of its file.
  if (part.type === 'file') return [part.data, ...(part.pages?.drawn ?? []).map(({ data }) => data)];
  return part.type === 'tool_result' ? (part.images ?? []).map(({ data }) => data) : [];
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
