import { LoaderCircle } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReducingContext, useContextNotices } from './use-context-notices.ts';
import css from './context-meter.module.css';

/** Says that the earlier part of the conversation is being summarized before it continues. */
export function ContextNoticeLine({ sessionId }: { sessionId: string }) {
  const t = useT('context');
  const making = useReducingContext(sessionId);
  useContextNotices(sessionId);
  if (!making) return null;
  return (
    <output className={css['notice']}>
      <LoaderCircle className={css['spinner']} aria-hidden />
      {t('reduction.making')}
    </output>
  );
}
