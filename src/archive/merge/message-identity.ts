import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';
import { without } from '#core/without.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';

/** The entire content of a message as one text, regardless of its place in the tree. */
export function contentOf(message: StoredMessage): string {
  return canonicalJson({
    ...without(message, 'id', 'sessionId', 'parentId', 'seq'),
    parts: message.parts.map(withoutName),
  });
}

/** Earlier versions didn't store names of images; an image is the same with or without one. */
function withoutName(part: StoredPart): StoredPart {
  return part.type === 'image' ? without(part, 'name') : part;
}

/** Returns `message` with the image names that only `other` has; the same object if there are none. */
export function withNames(message: StoredMessage, other: StoredMessage): StoredMessage {
  const parts = message.parts.map((part, index) => {
    const twin = other.parts[index];
    if (part.type !== 'image' || part.name !== undefined) return part;
    if (twin?.type !== 'image' || twin.name === undefined || twin.blob !== part.blob) return part;
    return { ...part, name: twin.name };
  });
  return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
}

/** A replacement for an id that is taken; always the same for the same arguments. */
export function derivedId(id: string, because: string): string {
  return `${id}~${digest(because).slice(0, 16)}`;
}

/** Whether `part` is an earlier, broken-off state of `whole` and equal up to there. */
export function isPrefixOf(part: StoredMessage, full: StoredMessage): boolean {
  if (part.status === 'complete' || part.role !== full.role || part.parts.length > full.parts.length) return false;
  return part.parts.every((one, index) => {
    const other = full.parts[index];
    if (!other) return false;
    if (canonicalJson(withoutName(one)) === canonicalJson(withoutName(other))) return true;
    return index === part.parts.length - 1 && isBeginningOfPart(one, other);
  });
}

/**
 * For a part that was still streaming: text or thinking. Fields that are set only at its end (a signature, a time) may
 * be missing.
 */
function isBeginningOfPart(part: StoredPart, full: StoredPart): boolean {
  if (part.type !== 'text' && part.type !== 'thinking') return false;
  if (full.type !== part.type || !full.text.startsWith(part.text)) return false;
  const grown: Record<string, unknown> = { ...full, text: part.text };
  return Object.entries(part).every(([key, value]) => key === 'durationMs' || grown[key] === value);
}
