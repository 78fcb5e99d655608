import { LoaderCircle, RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Connection } from '#contract/connection.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import button from '#ui/kit/controls/button.module.css';
import { useModelList } from '#ui/data/use-model-list.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './model-picker.module.css';

interface ListRefreshProps {
  connections: readonly Connection[];
  /** Other actions in the footer of the list. */
  children?: ReactNode;
}

/** Asks every configured vendor for its current models, and says which of them didn't answer. */
export function ListRefresh({ connections, children }: ListRefreshProps) {
  const t = useT('models');
  const [asked, setAsked] = useState(0);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const report = (id: string, loading: boolean) =>
    setBusy((old) => {
      if (old.has(id) === loading) return old;
      const next = new Set(old);
      if (loading) next.add(id);
      else next.delete(id);
      return next;
    });
  const working = busy.size > 0;
  const mod = isMac(navigator.platform) ? '⌘' : 'Ctrl+';
  return (
    <div className={css['foot']}>
      <p className={css['legend']}>{t('picker.marks')}</p>
      <div className={css['footLine']}>
        <span className={css['hint']}>{t('picker.hint', { keys: `${mod}D`, edit: `${mod}E` })}</span>
        {children}
        {connections.length > 0 && (
          <button
            type="button"
            className={buttonClass('quiet', true)}
            aria-disabled={working || undefined}
            onClick={() => !working && setAsked(asked + 1)}
          >
            {working ? <LoaderCircle className={button['spinner']} aria-hidden /> : <RefreshCw aria-hidden />}
            {working ? t('picker.refreshing') : t('picker.refresh')}
          </button>
        )}
      </div>
      <div role="status">
        {connections.map((connection) => (
          <OneList key={connection.id} connection={connection} asked={asked} onBusy={report} />
        ))}
      </div>
    </div>
  );
}

interface OneListProps {
  connection: Connection;
  asked: number;
  onBusy: (id: string, loading: boolean) => void;
}

function OneList({ connection, asked, onBusy }: OneListProps) {
  const t = useT('models');
  const { isLoading, error, refresh } = useModelList(connection.id);
  const say = useReasonOrQuote();
  const ask = useEffectEvent(() => void refresh());
  const report = useEffectEvent((loading: boolean) => onBusy(connection.id, loading));
  useEffect(() => {
    if (asked > 0) ask();
  }, [asked]);
  useEffect(() => report(isLoading), [isLoading]);
  if (!error || isLoading) return null;
  return (
    <p className={css['problem']}>
      {t('picker.refreshFailed', { connection: connection.label, message: say(error.message) })}
    </p>
  );
}
