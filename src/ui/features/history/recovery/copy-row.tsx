import { useState } from 'react';
import type { Journal } from '#contract/journal.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { SwitchDatabaseDialog } from './switch-database-dialog.tsx';
import { useRecoveryMessage } from './use-recovery-message.ts';

interface CopyRowProps {
  journal: Journal;
  onRemoved: () => Promise<void>;
}

/** A copy in Baton's folder that no history in this browser continues: what is in it, the way to it and rid of it. */
export function CopyRow({ journal, onRemoved }: CopyRowProps) {
  const t = useT('recovery');
  const count = useT('snapshots');
  const language = useLanguage();
  const toast = useToast();
  const recoveryMessage = useRecoveryMessage();
  const { rescue } = useServices().recovery;
  const [asking, setAsking] = useState<'back' | 'delete' | null>(null);
  const { profile, at, bytes, conversations, messages } = journal;
  const what = `${count('conversations', { count: conversations })} · ${count('messages', { count: messages })}`;
  const label = t('copy', { when: formatDateTime(at, language) });

  const remove = async () => {
    try {
      await rescue.removeJournal(profile);
      toast({ title: t('copyDeleted') });
    } catch (error) {
      toast({ tone: 'danger', title: t('copyNotDeleted'), description: recoveryMessage(error) });
    }
    await onRemoved();
  };
  const close = (open: boolean) => !open && setAsking(null);

  return (
    <>
      <Setting label={label} hint={`${what} · ${formatBytes(bytes, language)}. ${t('copyHint')}`}>
        {(ids) => (
          <>
            <Button small aria-describedby={ids.label} onClick={() => setAsking('back')}>
              {t('copyBack')}
            </Button>
            <Button small aria-describedby={ids.label} onClick={() => setAsking('delete')}>
              {t('copyDelete')}
            </Button>
          </>
        )}
      </Setting>
      <SwitchDatabaseDialog
        open={asking === 'back'}
        onOpenChange={close}
        title={t('copyBackTitle', { when: formatDateTime(at, language) })}
        description={t('copyBackBody', { what })}
        yes={t('copyBackYes')}
        onSwitch={(onProgress) => rescue.replay(journal, onProgress)}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={close}
        title={t('copyDeleteTitle')}
        description={t('copyDeleteBody', { label, what })}
        yes={t('copyDeleteYes')}
        onConfirm={remove}
      />
    </>
  );
}
