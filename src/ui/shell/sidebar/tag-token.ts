import { parseQuery } from '#search/search-query.ts';
import { sameTag } from '#storage/session-tags.ts';
import { foldText } from '#storage/title-search.ts';

const TOKEN = /tag:(?:"([^"]*)"?|(\S+))\s*/giu;

export const isTagOn = (query: string, tag: string): boolean =>
  parseQuery(query).filters.tags?.includes(foldText(tag)) ?? false;

/** Adds the filter for this tag to the search text, or removes it. */
export function toggleTag(query: string, tag: string): string {
  if (isTagOn(query, tag))
    return query
      .replace(TOKEN, (piece, phrase?: string, word?: string) => (sameTag(phrase ?? word ?? '', tag) ? '' : piece))
      .trim();
  return `${query} tag:${/\s/u.test(tag) ? `"${tag}"` : tag}`.trim();
}
