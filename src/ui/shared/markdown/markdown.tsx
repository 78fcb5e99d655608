import { memo, useId, useMemo } from 'react';
import { languageOf } from '#ui/kit/text/language-of.ts';
import { Blocks } from './blocks.tsx';
import { FootnoteContext } from './footnote-context.ts';
import { firstOfEach, isFootnote } from '#markdown/footnotes.ts';
import { depthsOf } from '#markdown/heading-levels.ts';
import { HeadingDepthsContext } from './heading-depths-context.ts';
import { FootnoteList } from './footnote-list.tsx';
import { textDirection } from '#markdown/text-direction.ts';
import { useDrawing } from './use-drawing.ts';
import css from './markdown.module.css';

interface MarkdownProps {
  text: string;
  /** The text is still growing at its end. */
  streaming?: boolean;
}

/**
 * The only path from Markdown to the page: streaming, history, import and preview. Raw HTML is shown as text, links go
 * through the vetted dialog, and images from other servers are never loaded automatically.
 */
export const Markdown = memo(function Markdown({ text, streaming = false }: MarkdownProps) {
  const id = useId();
  const { blocks, whole } = useDrawing(text, streaming);
  const notes = useMemo(() => firstOfEach(blocks.filter(isFootnote)), [blocks]);
  // Compared by value: while a text grows, its notes are new objects in every frame, and references must not rerender
  // each time.
  const depthKey = depthsOf(blocks).join();
  const depths = useMemo(() => depthKey.split(',').map(Number), [depthKey]);
  const labels = notes.map((note) => note.label).join('\n');
  const footnotes = useMemo(() => ({ id, labels: new Set(labels.split('\n')) }), [id, labels]);
  return (
    <FootnoteContext value={footnotes}>
      <HeadingDepthsContext value={depths}>
        <div
          className={css['markdown']}
          dir={textDirection(text)}
          lang={languageOf(text)}
          data-markdown
          data-loading={!whole || undefined}
        >
          <Blocks blocks={blocks} path="" />
          {notes.length > 0 && <FootnoteList notes={notes} id={id} />}
        </div>
      </HeadingDepthsContext>
    </FootnoteContext>
  );
});
