import { argsOf } from '../base/blocks.ts';
import { textPart, type ImportedPart } from '../base/imported.ts';
import { fenced, linkOf, markdownLink, titled } from '../base/links.ts';
import { firstText, shape, shapes, text, type Shape } from '../base/shape.ts';

/** Reads what Claude.ai's blocks add to Anthropic's Messages; `null` for every other block. */
export function claudeBlock(block: Shape): ImportedPart[] | null {
  if (block.type === 'text') return textPart(withArtifacts(cited(text(block.text), block.citations)));
  if (block.type !== 'tool_use') return null;
  const { args } = argsOf(block.input);
  const written = writtenBy(text(block.name), shape(args));
  if (!written) return null;
  return [
    ...textPart(written.text),
    { type: 'tool_call', id: text(block.id), name: text(block.name), args: written.rest },
  ];
}

/** Adds the sources of a sentence as links after it. Inserted from the end so that earlier positions stay valid. */
function cited(said: string, citations: unknown): string {
  const places = Map.groupBy(
    shapes(citations).flatMap(({ end_index, details, url, title }) => {
      const link = linkOf(firstText(shape(details).title, title), firstText(shape(details).url, url));
      return link && typeof end_index === 'number' && end_index >= 0
        ? [{ at: Math.min(end_index, said.length), link }]
        : [];
    }),
    ({ at }) => at,
  );
  const sorted = [...places].toSorted(([a], [b]) => b - a);
  return sorted.reduce((text, [at, found]) => {
    const links = [...new Set(found.map(({ link }) => markdownLink(link)))].join(', ');
    return `${text.slice(0, at)} (${links})${text.slice(at)}`;
  }, said);
}

/** Artifacts of 2024 and 2025 are in the text, between tags. */
function withArtifacts(said: string): string {
  return said
    .replaceAll(/<antArtifact\b([^>]*)>([\s\S]*?)(?:<\/antArtifact>|$)/g, (_, about: string, content: string) => {
      const named = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(about)?.[1] ?? '';
      return readable(named('title'), content.trim(), named('type'), named('language'));
    })
    .replaceAll(
      /<antThinking>[\s\S]*?<\/antThinking>\s*/g,
      (match) => `${match.slice(13, match.lastIndexOf('</'))}\n\n`,
    );
}

/** The content that a call writes, in readable form, and the rest of its arguments. */
function writtenBy(name: string, input: Shape): { text: string; rest: unknown } | null {
  if (name === 'artifacts') {
    const { content, ...rest } = input;
    if (text(content) === '') return null;
    return { text: readable(text(input.title), text(content), text(input.type), text(input.language)), rest };
  }
  if (name !== 'create_file') return null;
  const { file_text, ...rest } = input;
  const path = text(input.path);
  if (text(file_text) === '') return null;
  return { text: readable(path, text(file_text), path.endsWith('.md') ? 'text/markdown' : '', endingOf(path)), rest };
}

const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1] ?? '';

const LANGUAGES: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'image/svg+xml': 'svg',
  'application/vnd.ant.react': 'jsx',
  'application/vnd.ant.mermaid': 'mermaid',
};

function readable(title: string, content: string, type: string, language: string): string {
  const body = type === 'text/markdown' ? content : fenced(content, language || (LANGUAGES[type] ?? ''));
  return titled(title, body);
}
