import { useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useModelList } from '#ui/data/use-model-list.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './error-card.module.css';

/** Asks a vendor for its current models, and shows the result. */
export function RefreshList({ connectionId }: { connectionId: string }) {
  const t = useT('models');
  const { models, isLoading, error, refresh } = useModelList(connectionId);
  const say = useReasonOrQuote();
  const [asked, setAsked] = useState(false);
  const resultText = error
    ? t('list.failed', { message: say(error.message) })
    : t('list.found', { count: models.length });
  return (
    <>
      <Button
        small
        variant="quiet"
        busy={isLoading}
        onClick={() => {
          setAsked(true);
          void refresh();
        }}
      >
        {t(isLoading ? 'picker.refreshing' : 'picker.refresh')}
      </Button>
      <output className={css['result']}>{asked && !isLoading ? resultText : ''}</output>
    </>
  );
}
