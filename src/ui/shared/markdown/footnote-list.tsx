/* oxlint-disable react/no-array-index-key -- the nodes of a text are identified by their position */
import { CornerLeftUp } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Footnote } from '#markdown/footnotes.ts';
import { Blocks } from './blocks.tsx';
import { goTo, noteId, referenceId } from './footnote-context.ts';
import css from './markdown.module.css';

/** The notes at the end, each under its author's label. */
export function FootnoteList({ notes, id }: { notes: readonly Footnote[]; id: string }) {
  const t = useT('chat');
  return (
    <div className={css['notes']}>
      <span className="visually-hidden">{t('footnote.list')}</span>
      {notes.map((note, at) => (
        <div key={at} className={css['note']} id={noteId(id, note.label)} tabIndex={-1}>
          <span className={css['noteLabel']}>{note.label}</span>
          <div>
            <Blocks blocks={note.children} path={`note${at}`} />
          </div>
          <a
            className={css['noteBack']}
            href={`#${referenceId(id, note.label)}`}
            aria-label={t('footnote.back', { label: note.label })}
            title={t('footnote.back', { label: note.label })}
            onClick={(event) => {
              event.preventDefault();
              goTo(referenceId(id, note.label));
            }}
          >
            <CornerLeftUp aria-hidden />
          </a>
        </div>
      ))}
    </div>
  );
}
