import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';
import { without } from '#core/without.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';

/** One text for all that a message says, wherever it hangs in a tree. */
export function contentOf(message: StoredMessage): string {
  return canonicalJson({
    ...without(message, 'id', 'sessionId', 'parentId', 'seq'),
    parts: message.parts.map(withoutName),
  });
}

/** Earlier versions kept no names of pictures: with one or without, it is the same picture. */
function withoutName(part: StoredPart): StoredPart {
  return part.type === 'image' ? without(part, 'name') : part;
}

/** `message` with the names that only `other` has for its pictures; the same object where there are none. */
export function withNames(message: StoredMessage, other: StoredMessage): StoredMessage {
  const parts = message.parts.map((part, index) => {
    const twin = other.parts[index];
    if (part.type !== 'image' || part.name !== undefined) return part;
    if (twin?.type !== 'image' || twin.name === undefined || twin.blob !== part.blob) return part;
    return { ...part, name: twin.name };
  });
  return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
}

/** The id of what cannot have the one it came with; the same every time. */
export function derivedId(id: string, because: string): string {
  return `${id}~${digest(because).slice(0, 16)}`;
}

/** Whether `part` is what `whole` was at an earlier moment: broken off there, and the same up to then. */
export function isPrefixOf(part: StoredMessage, whole: StoredMessage): boolean {
  if (part.status === 'complete' || part.role !== whole.role || part.parts.length > whole.parts.length) return false;
  return part.parts.every((one, index) => {
    const other = whole.parts[index];
    if (!other) return false;
    if (canonicalJson(withoutName(one)) === canonicalJson(withoutName(other))) return true;
    return index === part.parts.length - 1 && isBeginningOfPart(one, other);
  });
}

/** Of a part that was growing: text or thinking. What only its end brings (a signature, a time) may be missing. */
function isBeginningOfPart(part: StoredPart, whole: StoredPart): boolean {
  if (part.type !== 'text' && part.type !== 'thinking') return false;
  if (whole.type !== part.type || !whole.text.startsWith(part.text)) return false;
  const grown: Record<string, unknown> = { ...whole, text: part.text };
  return Object.entries(part).every(([key, value]) => key === 'durationMs' || grown[key] === value);
}
