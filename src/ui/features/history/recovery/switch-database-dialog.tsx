import { useState, type ReactNode } from 'react';
import type { LeftOut } from '#history/recovery/left-out.ts';
import { startScreenTexts } from '#texts/start-texts.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { describeLeftOut } from '#ui/shared/recovery/left-out.ts';
import { useRecoveryMessage } from './use-recovery-message.ts';

interface SwitchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Says which database will be used, and what happens to the current history. */
  description: ReactNode;
  yes: string;
  /** Switches to another database, and returns what is damaged or missing and is left out. On failure the current one stays in use. */
  onSwitch: (onProgress: (done: number, of: number) => void) => Promise<readonly LeftOut[] | void>;
}

/** Asks before another database replaces the current one. The window reloads afterward. */
export function SwitchDatabaseDialog({ onSwitch, description, ...props }: SwitchDialogProps) {
  const t = useT('recovery');
  const language = useLanguage();
  const toast = useToast();
  const recoveryMessage = useRecoveryMessage();
  const { reload } = useServices().recovery;
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [damaged, setDamaged] = useState<readonly LeftOut[]>([]);
  const { title, lines } = describeLeftOut(damaged, language);
  const change = async () => {
    try {
      const left = (await onSwitch((done, of) => setProgress({ done, of }))) ?? [];
      setDamaged(left);
      if (left.length === 0) reload();
    } catch (error) {
      toast({ tone: 'danger', title: t('goBackFailed'), description: recoveryMessage(error) });
    } finally {
      setProgress(null);
    }
  };
  return (
    <>
      <ConfirmDialog
        {...props}
        variant="primary"
        onConfirm={change}
        description={
          <>
            <p>{description}</p>
            <p role="status">
              {progress &&
                t('progress', {
                  done: progress.done.toLocaleString(language),
                  of: progress.of.toLocaleString(language),
                })}
            </p>
          </>
        }
      />
      <Modal
        open={damaged.length > 0}
        onOpenChange={reload}
        sticky
        title={title}
        description={lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        footer={
          <Button variant="primary" onClick={reload}>
            {startScreenTexts(language).move.go}
          </Button>
        }
      />
    </>
  );
}
