import { useRef, useState, type FormEvent } from 'react';
import { HostProblemError } from '#host-client/host-error.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { ResetDialog } from './reset-dialog.tsx';
import { useProblemMessage } from './use-problem-message.ts';
import css from './secrets.module.css';

interface UnlockDialogsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the passphrase, or for leave to begin without what it protects. */
export function UnlockDialogs({ open, onOpenChange }: UnlockDialogsProps) {
  const [resetting, setResetting] = useState(false);
  return (
    <>
      <UnlockDialog
        open={open}
        onOpenChange={onOpenChange}
        onForgot={() => {
          onOpenChange(false);
          setResetting(true);
        }}
      />
      <ResetDialog open={resetting} onOpenChange={setResetting} />
    </>
  );
}

interface UnlockDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onForgot: () => void;
}

function UnlockDialog({ open, onOpenChange, onForgot }: UnlockDialogProps) {
  const t = useT('settings');
  const common = useT('common');
  const toast = useToast();
  const problemMessage = useProblemMessage();
  const { host } = useServices();
  const { reload } = useConnections();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const passphrase = input.current?.value ?? '';
    if (busy || passphrase === '') return;
    setBusy(true);
    setError(null);
    try {
      await host.unlockSecrets({ passphrase });
      await reload();
      form.current?.reset();
      onOpenChange(false);
      toast({ tone: 'success', title: t('unlock.done') });
    } catch (problem) {
      setError(
        problem instanceof HostProblemError && problem.code === 'wrong_passphrase'
          ? t('unlock.wrong')
          : problemMessage(problem),
      );
      input.current?.select();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      onOpenChange={(now) => {
        setError(null);
        onOpenChange(now);
      }}
      title={t('unlock.title')}
      description={t('unlock.body')}
      initialFocus={input}
    >
      <form ref={form} className={css['form']} onSubmit={(event) => void submit(event)}>
        <SecretField ref={input} name="passphrase" label={t('store.passphraseLabel')} error={error} required />
        <div className={css['actions']}>
          <Button variant="quiet" className={css['start']} onClick={onForgot}>
            {t('store.forgot')}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('unlock.button')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
