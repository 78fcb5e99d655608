import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useDatabaseRecovery } from './database-recovery-context.ts';
import { useRecoveryMessage } from './use-recovery-message.ts';

interface SwitchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Says what comes into use, and what becomes of the history that is in use now. */
  description: ReactNode;
  yes: string;
  /** Brings another database into use. What goes wrong leaves the one that is. */
  onSwitch: (onProgress: (done: number, of: number) => void) => Promise<void>;
}

/** Asks before another database takes the place of the one in use; the window is loaded again behind it. */
export function SwitchDatabaseDialog({ onSwitch, description, ...props }: SwitchDialogProps) {
  const t = useT('recovery');
  const language = useLanguage();
  const toast = useToast();
  const words = useRecoveryMessage();
  const { reload } = useDatabaseRecovery();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const change = async () => {
    try {
      await onSwitch((done, of) => setProgress({ done, of }));
      reload();
    } catch (error) {
      toast({ tone: 'danger', title: t('goBackFailed'), description: words(error) });
    } finally {
      setProgress(null);
    }
  };
  return (
    <ConfirmDialog
      {...props}
      variant="primary"
      onConfirm={change}
      description={
        <>
          <p>{description}</p>
          <p role="status">
            {progress &&
              t('progress', { done: progress.done.toLocaleString(language), of: progress.of.toLocaleString(language) })}
          </p>
        </>
      }
    />
  );
}
