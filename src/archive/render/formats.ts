import type { Rendering } from './base/rendering.ts';
import { writeJson } from './write-json.ts';
import { writeMarkdown } from './write-markdown.ts';
import { writeText } from './write-text.ts';

export const RENDER_FORMATS = ['markdown', 'html', 'json', 'text'] as const;
export type RenderFormat = (typeof RENDER_FORMATS)[number];

interface Format {
  extension: string;
  write: (rendering: Rendering) => AsyncIterable<string>;
}

export const FORMATS: Readonly<Record<RenderFormat, Format>> = {
  markdown: { extension: 'md', write: writeMarkdown },
  html: { extension: 'html', write: writeHtmlLater },
  json: { extension: 'json', write: writeJson },
  text: { extension: 'txt', write: writeText },
};

/** Grammars and formulas are large, and only HTML pages need them. */
async function* writeHtmlLater(rendering: Rendering): AsyncGenerator<string> {
  const { writeHtml } = await import('./html/write-html.ts');
  yield* writeHtml(rendering);
}
