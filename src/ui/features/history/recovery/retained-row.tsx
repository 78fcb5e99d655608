import { startScreenTexts } from '#texts/start-texts.ts';
import { useState } from 'react';
import type { RetainedDatabase } from '#history/recovery/retained-databases.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { Setting } from '#ui/kit/controls/section.tsx';
import { saveStream } from '#ui/shared/files/save-stream.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { SwitchDatabaseDialog } from './switch-database-dialog.tsx';
import { useRecoveryMessage } from './use-recovery-message.ts';

interface RetainedRowProps {
  history: RetainedDatabase;
  onRemoved: () => Promise<void>;
}

/** A retained database: its content, and buttons to switch to it, save it or delete it. */
export function RetainedRow({ history: { name, isNewer, holds }, onRemoved }: RetainedRowProps) {
  const t = useT('recovery');
  const count = useT('snapshots');
  const language = useLanguage();
  const toast = useToast();
  const recoveryMessage = useRecoveryMessage();
  const { rescue } = useServices().recovery;
  const [asking, setAsking] = useState<'again' | 'remove' | null>(null);
  const [saving, setSaving] = useState(false);
  const what = holds
    ? `${count('conversations', { count: holds.conversations })} · ${count('messages', { count: holds.messages })}`
    : t('retainedUnread');
  const changed = holds?.changedAt ?? null;
  const label = changed === null ? t('retained') : t('retainedSince', { when: formatDateTime(changed, language) });

  const save = async () => {
    const texts = startScreenTexts(language).start;
    setSaving(true);
    try {
      const file = `baton-kept-${new Date(changed ?? Date.now()).toISOString().slice(0, 10)}.zip`;
      const saved = await saveStream(file, (to) => rescue.exportReadable(to, () => undefined, name));
      if (!saved) return;
      const missing = saved.unreadable + saved.lost;
      toast({
        tone: missing === 0 ? 'success' : 'warning',
        title: texts.saved(saved.conversations, saved.messages),
        description: missing === 0 ? t('retainedSaved') : texts.savedMissing(missing),
      });
    } catch (error) {
      toast({ tone: 'danger', title: t('retainedNotSaved'), description: recoveryMessage(error) });
    } finally {
      setSaving(false);
    }
  };
  const remove = async () => {
    try {
      await rescue.removeRetained(name);
      toast({ title: t('retainedRemoved') });
    } catch (error) {
      toast({ tone: 'danger', title: t('retainedNotRemoved'), description: recoveryMessage(error) });
    }
    await onRemoved();
  };
  const close = (open: boolean) => !open && setAsking(null);

  return (
    <>
      <Setting label={label} hint={isNewer ? `${what}. ${t('retainedNewer')}` : what}>
        {(ids) => (
          <>
            {!isNewer && (
              <Button small aria-describedby={ids.label} onClick={() => setAsking('again')}>
                {t('retainedAgain')}
              </Button>
            )}
            <Button small busy={saving} aria-describedby={ids.label} onClick={() => void save()}>
              {t('retainedSave')}
            </Button>
            <Button small aria-describedby={ids.label} onClick={() => setAsking('remove')}>
              {t('retainedRemove')}
            </Button>
          </>
        )}
      </Setting>
      <SwitchDatabaseDialog
        open={asking === 'again'}
        onOpenChange={close}
        title={t('retainedAgainTitle')}
        description={t('retainedAgainBody', { what })}
        yes={t('retainedAgainYes')}
        onSwitch={(onProgress) => rescue.takeAgain(name, onProgress)}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={t('retainedRemoveTitle')}
        description={t('retainedRemoveBody', { what, label })}
        yes={t('retainedRemoveYes')}
        onConfirm={remove}
      />
    </>
  );
}
