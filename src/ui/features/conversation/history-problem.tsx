import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import css from './chat-view.module.css';

/** Says that the conversation can't be read. */
export function HistoryProblem() {
  const t = useT('chat');
  const message = useErrorMessage();
  const { error } = useSessionHistory();
  if (!error) return null;
  return (
    <div className={css['problem']}>
      <Notice
        tone="danger"
        title={t('problem.history')}
        live
        actions={
          <Button small onClick={() => window.location.reload()}>
            {t('problem.reload')}
          </Button>
        }
      >
        {message(error)}
      </Notice>
    </div>
  );
}
