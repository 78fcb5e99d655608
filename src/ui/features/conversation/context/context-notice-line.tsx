import { LoaderCircle } from 'lucide-react';
import type { Connection } from '#contract/connection.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useContextNotices } from './use-context-notices.ts';
import { useReducingContext } from './use-reducing-context.ts';
import { OfflineLine } from './offline-line.tsx';
import css from './context-meter.module.css';

interface ContextNoticeLineProps {
  sessionId: string;
  /** Of the chosen model; `null` if nothing can be sent. */
  connection: Connection | null | undefined;
}

/**
 * Says that the earlier part of the conversation is being summarized before it continues, or that there is no network to
 * send it over.
 */
export function ContextNoticeLine({ sessionId, connection }: ContextNoticeLineProps) {
  const t = useT('context');
  const making = useReducingContext(sessionId);
  useContextNotices(sessionId);
  return (
    <>
      {connection && <OfflineLine connection={connection} />}
      {making && (
        <output className={css['notice']}>
          <LoaderCircle className={css['spinner']} aria-hidden />
          {t('reduction.making')}
        </output>
      )}
    </>
  );
}
