import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './pending-comparison.module.css';

/** Leads back to the answers that wait for a choice. */
export function PendingComparison() {
  const t = useT('tree');
  const { shown, undecided, count, show } = useConversation().comparison;
  if (undecided === null || shown) return null;
  return (
    <div className={css['pending']}>
      <span>{t('view.pending', { count })}</span>
      <Button small onClick={() => show(undecided)}>
        {t('view.open')}
      </Button>
    </div>
  );
}
