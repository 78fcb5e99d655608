import { useState } from 'react';
import type { Journal } from '#contract/journal.ts';
import { Button } from '#ui/controls/button.tsx';
import { formatDateTime } from '#ui/i18n/format.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import { Setting } from '#ui/settings/section.tsx';
import { useRescue } from './rescue-context.ts';
import { SwitchDialog } from './switch-dialog.tsx';

/** A history that only Baton's folder still has, and the way back to it. */
export function LeftJournalRow({ journal }: { journal: Journal }) {
  const t = useT('rescue');
  const count = useT('snapshots');
  const language = useLanguage();
  const { rescue } = useRescue();
  const [asking, setAsking] = useState(false);
  const what = `${count('conversations', { count: journal.conversations })} · ${count('messages', { count: journal.messages })}`;
  return (
    <>
      <Setting label={t('copy', { when: formatDateTime(journal.at, language) })} hint={what}>
        {(ids) => (
          <Button small aria-describedby={ids.label} onClick={() => setAsking(true)}>
            {t('copyBack')}
          </Button>
        )}
      </Setting>
      <SwitchDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('copyTitle')}
        description={t('copyBody', { what })}
        yes={t('copyYes')}
        onSwitch={(onProgress) => rescue.replay(journal, onProgress)}
      />
    </>
  );
}
