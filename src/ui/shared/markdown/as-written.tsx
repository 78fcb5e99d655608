import { TextQuote } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { PlainLines } from './plain-lines.tsx';
import css from './markdown.module.css';

/** Text that would take too long to format: all of it, as written, and why. */
export function AsWritten({ text }: { text: string }) {
  const t = useT('chat');
  return (
    <div>
      <p className={css['asWrittenNote']}>
        <TextQuote aria-hidden />
        {t('text.asWritten')}
      </p>
      <div className={css['huge']}>
        <PlainLines text={text} />
      </div>
    </div>
  );
}
