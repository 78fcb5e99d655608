import type { SessionRow } from './rows.ts';
import { foldText } from './title-search.ts';

/** Longer ones are sentences. */
const SHORT = /^.{0,40}/su;

/** As it is stored: no `#`, one space between words; empty when nothing is left. */
export function normalizeTag(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/^[\s#]+/u, '')
    .replaceAll('"', '')
    .split(/\s+/u)
    .filter(Boolean);
  return (SHORT.exec(words.join(' '))?.[0] ?? '').trim();
}

/** Tags that differ in case alone are one. */
export const sameTag = (a: string, b: string): boolean => foldText(a) === foldText(b);

export const hasTag = (tags: readonly string[] | undefined, tag: string): boolean =>
  tags?.some((one) => sameTag(one, tag)) ?? false;

export function withTag(tags: readonly string[] | undefined, tag: string): string[] {
  return hasTag(tags, tag) ? [...(tags ?? [])] : [...(tags ?? []), tag];
}

export function withoutTag(tags: readonly string[] | undefined, tag: string): string[] {
  return (tags ?? []).filter((one) => !sameTag(one, tag));
}

/** In its place; where the new name is there already, the two become one. */
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

/** Every tag with the number of conversations, by name. Of ways to write one, the first by name. */
export function countTags(sessions: readonly Pick<SessionRow, 'tags'>[]): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const tag of sessions.flatMap(({ tags }) => tags ?? [])) {
    const known = counts.get(foldText(tag));
    if (!known) counts.set(foldText(tag), { tag, count: 1 });
    else counts.set(foldText(tag), { tag: known.tag < tag ? known.tag : tag, count: known.count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => a.tag.localeCompare(b.tag));
}
