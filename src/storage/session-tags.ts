import type { SessionRow } from './rows.ts';
import { foldText } from './title-search.ts';

/** Longer texts are sentences, not tags. */
const SHORT = /^.{0,40}/su;

/** The stored form: no `#`, single spaces between words. Empty if nothing is left. */
export function normalizeTag(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/^[\s#]+/u, '')
    .replaceAll('"', '')
    .split(/\s+/u)
    .filter(Boolean);
  return (SHORT.exec(words.join(' '))?.[0] ?? '').trim();
}

/** Tags that differ only in case are the same. */
export const sameTag = (a: string, b: string): boolean => foldText(a) === foldText(b);

export const hasTag = (tags: readonly string[] | undefined, tag: string): boolean =>
  tags?.some((one) => sameTag(one, tag)) ?? false;

export function withTag(tags: readonly string[] | undefined, tag: string): string[] {
  return hasTag(tags, tag) ? [...(tags ?? [])] : [...(tags ?? []), tag];
}

export function withoutTag(tags: readonly string[] | undefined, tag: string): string[] {
  return (tags ?? []).filter((one) => !sameTag(one, tag));
}

/** Replaces the tag in its position. If the new name already exists, the two are merged. */
export function withRenamedTag(tags: readonly string[] | undefined, from: string, to: string): string[] {
  const others = withoutTag(tags, to);
  if (!hasTag(tags, from)) return [...(tags ?? [])];
  const renamed = others.map((one) => (sameTag(one, from) ? to : one));
  return renamed.includes(to) ? renamed : [...renamed, to];
}

export interface TagCount {
  tag: string;
  count: number;
}

/** Every tag with its number of conversations, sorted by name. Of several spellings, the first by name is used. */
export function countTags(sessions: readonly Pick<SessionRow, 'tags'>[]): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const tag of sessions.flatMap(({ tags }) => tags ?? [])) {
    const existing = counts.get(foldText(tag));
    if (!existing) counts.set(foldText(tag), { tag, count: 1 });
    else counts.set(foldText(tag), { tag: existing.tag < tag ? existing.tag : tag, count: existing.count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => a.tag.localeCompare(b.tag));
}
