import { joinLines } from '#ui/shared/markdown/join-lines.ts';

/** A part of a page under a heading of its own. What stands above the first heading has an empty title. */
interface GuideSection {
  title: string;
  /** Markdown, without the heading. */
  text: string;
}

export interface GuidePage {
  /** The name of its file, without the ending. */
  id: string;
  title: string;
  /** Markdown, without the title. */
  text: string;
  sections: readonly GuideSection[];
}

/** A section in which all words were found. */
export interface GuideHit {
  page: GuidePage;
  section: GuideSection;
}

/** Links between documents lead nowhere inside the page, so their words are left. Pictures stay. */
const withoutRelativeLinks = (text: string) => text.replaceAll(/(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');

/** A picture on a line of its own. */
const PICTURE = /^!\[([^\]]*)\]\(\.\.\/pictures\/([\w.-]+)\)$/m;

export type GuidePart = { text: string } | { picture: string; alt: string };

/** The text between its pictures, and the pictures by the names of their files. */
export function partsOf(text: string): GuidePart[] {
  const found = PICTURE.exec(text);
  if (!found) return text.trim() === '' ? [] : [{ text }];
  const [line, alt = '', picture = ''] = found;
  const after = text.slice(found.index + line.length);
  return [...partsOf(text.slice(0, found.index).trim()), { picture, alt }, ...partsOf(after.trim())];
}

/** A page of `docs/user`: its title is the first line, its sections are those of the second level. */
export function parseGuidePage(id: string, document: string): GuidePage {
  const [first = '', ...rest] = withoutRelativeLinks(joinLines(document)).split('\n');
  const text = rest.join('\n').trim();
  const [introduction = '', ...others] = text.split(/^## /m);
  const sections = others.map((section) => {
    const end = section.indexOf('\n');
    return { title: section.slice(0, end).trim(), text: section.slice(end).trim() };
  });
  return {
    id,
    title: first.replace(/^# /, ''),
    text,
    sections: introduction.trim() === '' ? sections : [{ title: '', text: introduction.trim() }, ...sections],
  };
}

/** The sections that hold every word, those with all of them in a title first. Empty without words. */
export function searchGuide(pages: readonly GuidePage[], query: string): GuideHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const hits = pages.flatMap((page) => page.sections.map((section) => ({ page, section })));
  const titleOf = ({ page, section }: GuideHit) => `${page.title} ${section.title}`;
  const found = hits.filter((hit) => hasAll(`${titleOf(hit)} ${hit.section.text}`));
  return [...found.filter((hit) => hasAll(titleOf(hit))), ...found.filter((hit) => !hasAll(titleOf(hit)))];
}
