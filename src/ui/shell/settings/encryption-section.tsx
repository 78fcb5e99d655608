import { useEffect, useRef, useState } from 'react';
import { encryptionEndpoints, type EncryptionState } from '#contract/encryption.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import secrets from '#ui/shared/secrets/secrets.module.css';
import { RecoveryKeyDialog } from './recovery-key-dialog.tsx';
import css from './encryption-section.module.css';

/** While files are on their way. */
const LOOK_MS = 1000;

type Change = (call: () => Promise<EncryptionState>) => Promise<unknown>;

/** Whether the host encrypts what it keeps on the disk, and what to do when its key is gone. */
export function EncryptionSection() {
  const t = useT('encryption');
  const messageOf = useProblemMessage();
  const host = useHostGroup(encryptionEndpoints);
  const { error, submit } = useSubmission();
  const [state, setState] = useState<EncryptionState | null>(null);
  const [asked, setAsked] = useState<'on' | 'off' | null>(null);
  const [recovery, setRecovery] = useState<string | null>(null);
  const change: Change = (call) => submit(async () => setState(await call()));
  const look = () => void change(() => host.encryption());
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(look, []);
  const running = state !== null && state.progress !== null;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => void host.encryption().then(setState, () => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [running, host]);

  const showRecovery = () => submit(async () => setRecovery((await host.recoveryKey()).key));
  const turnOn = () =>
    submit(async () => {
      setState(await host.changeEncryption({ on: true }));
      setRecovery((await host.recoveryKey()).key);
    });
  const failure = error !== null && <RetryNotice onRetry={look}>{messageOf(error)}</RetryNotice>;
  if (state === null) return failure || null;
  const { on, unavailable, progress } = state;
  const cannot = !on && unavailable !== null;
  const part = progress && (progress.total === 0 ? 0 : Math.floor((100 * progress.done) / progress.total));
  return (
    <Section title={t('title')} intro={t('intro')}>
      {failure}
      <Setting label={t('switch')} hint={cannot ? t(`unavailable.${unavailable}`) : t('covers')}>
        {(ids) => (
          <Switch
            checked={on}
            disabled={cannot}
            onChange={(next) => setAsked(next ? 'on' : 'off')}
            labelledBy={ids.label}
            describedBy={ids.hint}
          />
        )}
      </Setting>
      {part !== null && (
        <div className={css['way']}>
          <progress value={part} max={100} aria-label={t(on ? 'encrypting' : 'decrypting')} />
          <span>{t(on ? 'encryptingPart' : 'decryptingPart', { percent: part })}</span>
        </div>
      )}
      <div className={css['troubles']}>
        <Trouble state={state} change={change} />
        {on && state.recovery === 'open' && (
          <Notice
            tone="warning"
            title={t('recovery.missing')}
            actions={
              <Button small onClick={() => void showRecovery()}>
                {t('recovery.show')}
              </Button>
            }
          >
            {t('recovery.missingBody')}
          </Notice>
        )}
      </div>
      {on && state.recovery === 'kept' && (
        <Setting label={t('recovery.label')} hint={t('recovery.hint')}>
          <Button small onClick={() => void showRecovery()}>
            {t('recovery.show')}
          </Button>
        </Setting>
      )}
      <ConfirmDialog
        open={asked === 'on'}
        onOpenChange={() => setAsked(null)}
        variant="primary"
        title={t('on.title')}
        description={t('on.body')}
        yes={t('on.yes')}
        onConfirm={turnOn}
      />
      <ConfirmDialog
        open={asked === 'off'}
        onOpenChange={() => setAsked(null)}
        title={t('off.title')}
        description={t('off.body')}
        yes={t('off.yes')}
        onConfirm={() => change(() => host.changeEncryption({ on: false }))}
      />
      {recovery !== null && (
        <RecoveryKeyDialog
          recovery={recovery}
          onKept={() => change(() => host.keepRecoveryKey())}
          onClose={() => setRecovery(null)}
        />
      )}
    </Section>
  );
}

/** What can't be read, written or rewritten, and the way out of it. */
function Trouble({ state, change }: { state: EncryptionState; change: Change }) {
  const t = useT('encryption');
  const host = useHostGroup(encryptionEndpoints);
  const { locked, damaged, canWrite, failed, full } = state;
  const files = locked.journals + locked.snapshots + locked.logs;
  const again = (
    <Button small onClick={() => void change(() => host.continueEncryption())}>
      {t('again')}
    </Button>
  );
  return (
    <>
      {damaged ? (
        <Notice tone="danger" title={t('damaged')}>
          {t('damagedBody')}
        </Notice>
      ) : (
        !canWrite && (
          <Notice tone="danger" title={t('cannotWrite')}>
            {t('cannotWriteBody')}
          </Notice>
        )
      )}
      {files > 0 && (
        <Notice tone="warning" title={t('locked', { count: files })}>
          {t('lockedBody', { snapshots: locked.snapshots, journals: locked.journals })}
        </Notice>
      )}
      {(files > 0 || damaged || !canWrite) && <UnlockForm onChange={(call) => change(call)} />}
      {full && (
        <Notice tone="warning" actions={again}>
          {t('full')}
        </Notice>
      )}
      {failed > 0 && !full && (
        <Notice tone="warning" title={t('failed', { count: failed })} actions={again}>
          {t('failedBody')}
        </Notice>
      )}
    </>
  );
}

function UnlockForm({ onChange }: { onChange: Change }) {
  const t = useT('encryption');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const host = useHostGroup(encryptionEndpoints);
  const { busy, error, submit } = useSubmission();
  const field = useRef<HTMLInputElement>(null);
  const unlock = () =>
    submit(async () => {
      const state = await host.unlockEncryption({ key: field.current?.value ?? '' });
      if (field.current) field.current.value = '';
      toast({ tone: 'success', title: t('unlocked') });
      await onChange(async () => state);
    });
  return (
    <form
      className={`${secrets['form']} ${css['form']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <SecretField
        ref={field}
        mono
        label={t('recovery.label')}
        hint={t('unlockHint')}
        error={error === null ? null : messageOf(error)}
      />
      <div className={secrets['actions']}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('unlock')}
        </Button>
      </div>
    </form>
  );
}
