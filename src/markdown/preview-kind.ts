/** What can be shown as more than its code. */
export const PREVIEW_KINDS = ['html', 'svg', 'mermaid', 'markdown', 'csv', 'json'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

const BY_LANGUAGE: Readonly<Record<string, PreviewKind>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  svg: 'svg',
  mermaid: 'mermaid',
  mmd: 'mermaid',
  markdown: 'markdown',
  md: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
};

/** The kind of a fenced block; `null` where only its code can be shown. */
export function kindOfCode(language: string, text: string): PreviewKind | null {
  const name = language.toLowerCase();
  if (name === 'xml') return /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(text.slice(0, 400)) ? 'svg' : null;
  return Object.hasOwn(BY_LANGUAGE, name) ? (BY_LANGUAGE[name] ?? null) : null;
}

/** Kinds that are drawn in the conversation, too. */
export const isDrawing = (kind: PreviewKind | null): kind is 'svg' | 'mermaid' => kind === 'svg' || kind === 'mermaid';

/** The kind of a file, by its name. */
export const kindOfFile = (name: string): PreviewKind | null => kindOfCode(/\.(\w+)$/.exec(name)?.[1] ?? '', '');

const TITLES: Readonly<Record<PreviewKind, readonly RegExp[]>> = {
  html: [/<title[^>]{0,200}>([^<]{1,200})/i, /<h1[^>]{0,200}>([^<]{1,200})/i],
  svg: [/<title[^>]{0,200}>([^<]{1,200})/i],
  mermaid: [/^\s*title:?[ \t]+"?([^"\n]{1,200})/m, /^\s*accTitle:?[ \t]+(.{1,200})/m],
  markdown: [/^#{1,2}[ \t]+(.{1,200})/m],
  csv: [],
  json: [],
};
/** A title stands at the beginning. */
const SEARCHED = 20_000;

/** What a text calls itself; '' for none. */
export function titleOf(kind: PreviewKind, text: string): string {
  const start = text.slice(0, SEARCHED);
  for (const pattern of TITLES[kind]) {
    const title = pattern.exec(start)?.[1]?.replaceAll(/\s+/g, ' ').trim();
    if (title) return title;
  }
  return '';
}

const EXTENSIONS: Readonly<Record<PreviewKind, string>> = {
  html: 'html',
  svg: 'svg',
  mermaid: 'mmd',
  markdown: 'md',
  csv: 'csv',
  json: 'json',
};

/** A name to save it by. */
export function fileNameOf(kind: PreviewKind, title: string): string {
  const extension = EXTENSIONS[kind];
  if (kindOfFile(title) === kind) return title;
  const name = title.replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ').trim();
  return `${name === '' ? 'preview' : name.slice(0, 80)}.${extension}`;
}

/** Whether a document wants to run something. Only a hint: what runs is decided by the frame's headers. */
export const hasScripts = (html: string): boolean => /<script[\s>]|\son[a-z]{3,30}\s*=|javascript:/i.test(html);
