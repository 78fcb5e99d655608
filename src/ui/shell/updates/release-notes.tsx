import type { Release } from '#contract/updates.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import css from './updates.module.css';

interface ReleaseNotesProps {
  release: Release;
  className?: string | undefined;
}

/** Release notes written by others, shown only as plain text. */
export function ReleaseNotes({ release: { notes, version }, className = '' }: ReleaseNotesProps) {
  const t = useT('updates');
  if (notes === '') return null;
  return (
    <Disclosure className={`${css['notes']} ${className}`} summary={t('notes', { version })}>
      <ScrollGroup className={css['text']} label={t('notes', { version })}>
        {notes}
      </ScrollGroup>
    </Disclosure>
  );
}
