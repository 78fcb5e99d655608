import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { KeyTest } from '#contract/secrets.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import { ChooseStore } from './choose-store.tsx';
import { cleanKey, detectVendor } from './detect-key.ts';
import type { CarriedKey } from './use-carried-key.ts';
import { TestResult } from './test-result.tsx';
import { useUnlock } from './unlock.tsx';
import { useProblemMessage } from './use-problem-message.ts';
import css from './secrets.module.css';

interface KeyFormProps {
  connection: Connection;
  onSaved: (connection: Connection) => void;
  onCancel: () => void;
  /** Moves the key to the vendor it looks like. */
  onOther: (connection: Connection, key: string) => void;
  carried: CarriedKey | null;
}

/**
 * Paste, test with the vendor, store. In the page the key exists only in the input, in the request, and for a moment on
 * its way to the form of another vendor. If the user hasn't chosen where keys are stored, the form asks first.
 */
export function KeyForm(props: KeyFormProps) {
  const { onCancel } = props;
  const { secrets } = useSecretsState();
  const t = useT('settings');
  const unlock = useUnlock();
  if (!secrets) return null;
  if (secrets.kind === 'unset') {
    return (
      <div className={css['form']}>
        <p className={css['lead']}>{t('store.title')}</p>
        <ChooseStore state={secrets} submitLabel={t('store.continue')} onDone={() => undefined} onCancel={onCancel} />
      </div>
    );
  }
  if (secrets.problem !== null) {
    return (
      <Notice tone="danger" title={t('store.problem')}>
        {t('store.problemBody')}
      </Notice>
    );
  }
  if (secrets.locked) {
    return (
      <Notice
        tone="warning"
        title={t('problem.secrets_locked')}
        actions={
          <Button small onClick={unlock}>
            {t('unlock.button')}
          </Button>
        }
      />
    );
  }
  return <KeyInput {...props} />;
}

function KeyInput({ connection, onSaved, onCancel, onOther, carried }: KeyFormProps) {
  const t = useT('settings');
  const common = useT('common');
  const problemMessage = useProblemMessage();
  const { host } = useServices();
  const { connections, reload } = useConnections();
  const { modelLists } = useServices();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [empty, setEmpty] = useState(false);
  const [looksLike, setLooksLike] = useState<Connection | null>(null);
  const [test, setTest] = useState<KeyTest | null>(null);
  const [error, setError] = useState<string | null>(null);

  const inspect = () => {
    setEmpty(false);
    setTest(null);
    setError(null);
    const vendor = detectVendor(cleanKey(input.current?.value ?? ''));
    const other = connections?.find((one) => one.id === vendor);
    setLooksLike(other && !connection.custom && vendor !== connection.vendor ? other : null);
  };

  const write = (key: string) => {
    if (!input.current) return;
    input.current.value = key;
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const take = useEffectEvent((key: string) => {
    write(key);
    input.current?.focus();
    carried?.taken();
  });
  const carriedKey = carried?.key;
  useEffect(() => {
    if (carriedKey !== undefined) take(carriedKey);
  }, [carriedKey]);
  const move = (other: Connection) => {
    const key = input.current?.value ?? '';
    write('');
    onOther(other, key);
  };

  const save = async (key: string) => {
    const saved = await host.putKey(connection.id, { key });
    if (input.current) input.current.value = '';
    await reload();
    void modelLists.refresh(saved);
    onSaved(saved);
  };

  const attempt = async (work: (key: string) => Promise<void>) => {
    const key = cleanKey(input.current?.value ?? '');
    if (key === '') {
      setEmpty(true);
      input.current?.focus();
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await work(key);
    } catch (failure) {
      setError(problemMessage(failure));
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTest(null);
    void attempt(async (key) => {
      const result = await host.testKey(connection.id, { key });
      if (result.ok) await save(key);
      else setTest(result);
    });
  };

  return (
    <form className={css['form']} onSubmit={submit}>
      <SecretField
        ref={input}
        mono
        autoFocus
        name="key"
        label={t('key.label', { vendor: connection.label })}
        hint={t('key.hint', { vendor: connection.label })}
        error={empty ? t('key.empty') : null}
        onInput={inspect}
      />
      {looksLike && (
        <Notice
          tone="warning"
          live
          actions={
            <Button small onClick={() => move(looksLike)}>
              {t('key.useFor', { vendor: looksLike.label })}
            </Button>
          }
        >
          {t('key.looksLike', { vendor: looksLike.label })}
        </Notice>
      )}
      {test && <TestResult connection={connection} result={test} />}
      {error && (
        <Notice tone="danger" title={t('key.notSaved')} live>
          {error}
        </Notice>
      )}
      <div className={css['actions']}>
        {connection.keyUrl && (
          <span className={css['start']}>
            <ExternalLink href={connection.keyUrl}>
              {t('key.get', { host: new URL(connection.keyUrl).host })}
            </ExternalLink>
          </span>
        )}
        <Button
          onClick={() => {
            write('');
            onCancel();
          }}
        >
          {common('cancel')}
        </Button>
        {test && !test.ok && (
          <Button busy={busy} onClick={() => void attempt(save)}>
            {t('key.saveAnyway')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? t('key.testing') : t('key.testAndSave')}
        </Button>
      </div>
    </form>
  );
}
