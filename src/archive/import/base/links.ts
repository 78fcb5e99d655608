import { textPart, type ImportedPart } from './imported.ts';
import { firstText, text } from './shape.ts';

export interface Link {
  title: string;
  url: string;
}

/** Accepts only web addresses; nothing else in a file becomes a link. */
export function linkOf(title: unknown, url: unknown): Link | null {
  const address = text(url).trim();
  if (!/^https?:\/\/[^\s]+$/i.test(address)) return null;
  const plain = firstText(title)
    .replaceAll(/[[\]\s]+/g, ' ')
    .trim();
  return { title: plain || hostOf(address), url: address };
}

const hostOf = (url: string): string => /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url;

export function markdownLink({ title, url }: Link): string {
  return `[${title}](${url.replaceAll(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)})`;
}

/** The sources of an answer as a list below it, each once. A source without an address is listed by name only. */
export function sourceList(sources: readonly (Link | null)[]): ImportedPart[] {
  const lines = new Map<string, string>();
  for (const source of sources)
    if (source) lines.set(source.url || source.title, source.url === '' ? source.title : markdownLink(source));
  if (lines.size === 0) return [];
  return textPart(`Sources:\n\n${[...lines.values()].map((line, index) => `${index + 1}. ${line}`).join('\n')}`);
}

/** The text of a message: its text parts, and the names of missing files. */
export function textOfParts(parts: readonly ImportedPart[]): string {
  return parts
    .map((part) =>
      part.type === 'text' ? part.text : part.type === 'attachment' && part.content === null ? `[${part.name}]` : '',
    )
    .join(' ');
}

/** Puts the title above the text, unless the text already starts with it. */
export function titled(title: string, body: string): string {
  const [first = ''] = body.trimStart().split('\n');
  return title === '' || first.replace(/^#+\s*/, '').trim() === title ? body : `**${title}**\n\n${body}`;
}

/** Uses a fence longer than any inside the code. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
