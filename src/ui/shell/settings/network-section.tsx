import { useEffect, useRef, useState } from 'react';
import { networkEndpoints, type NetworkState } from '#contract/network.ts';
import { readReason } from '#core/reasons.ts';
import { errorMessage } from '#core/thrown.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission, useSubmissionQueue } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { useFormStored } from '#ui/kit/controls/forms-guard.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import secrets from '#ui/shared/secrets/secrets.module.css';
import css from './system-page.module.css';
import { AuthorityList } from './authority-list.tsx';
import { NetworkTestRow } from './network-test-row.tsx';

/** How requests leave this computer. Works the same in the desktop app and in browser mode. */
export function NetworkSection() {
  const t = useT('system');
  const messageOf = useProblemMessage();
  const host = useHostGroup(networkEndpoints);
  const { error, submit } = useSubmission();
  const [state, setState] = useState<NetworkState | null>(null);
  const load = () => void submit(async () => setState(await host.network()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(load, []);
  return (
    <Section title={t('network')} intro={t('networkIntro')}>
      {error !== null && <RetryNotice onRetry={load}>{messageOf(error)}</RetryNotice>}
      {state?.damaged && <Notice tone="warning">{t('networkDamaged')}</Notice>}
      {state && <ProxyForm state={state} onChange={setState} />}
      {state && <AuthorityList state={state} onChange={setState} />}
      {state && <NetworkTestRow />}
    </Section>
  );
}

type Proxy = NetworkState['proxy'];

interface ProxyFormProps {
  state: NetworkState;
  onChange: (state: NetworkState) => void;
}

function ProxyForm({ state, onChange }: ProxyFormProps) {
  const t = useT('system');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const host = useHostGroup(networkEndpoints);
  const { busy, error, submit } = useSubmissionQueue();
  const password = useRef<HTMLInputElement>(null);
  const [proxy, setProxy] = useState<Proxy>(state.proxy);
  const [address, setAddress] = useState(state.address ?? '');
  const [user, setUser] = useState(state.user ?? '');
  const [except, setExcept] = useState(state.except.join(', '));
  const [isEmpty, setEmpty] = useState(false);
  const addressField = useRef<HTMLInputElement>(null);
  const stored = useFormStored();
  const isNoAddress = error !== null && readReason(errorMessage(error))?.id === 'proxy.address';
  useEffect(() => {
    if (isNoAddress) addressField.current?.focus();
  }, [isNoAddress]);

  const tell = (saved: NetworkState) => {
    onChange(saved);
    toast({ tone: 'success', title: t('networkSaved') });
  };
  const putForm = () =>
    submit(async () => {
      const typed = password.current?.value ?? '';
      const { systemAuthorities } = await host.network();
      const saved = await host.putNetwork({
        proxy: 'manual',
        address: address.trim(),
        except: except.split(/[\s,;]+/).filter(Boolean),
        user: user.trim() === '' ? null : user.trim(),
        ...(typed !== '' && user.trim() !== '' && { password: typed }),
        systemAuthorities,
      });
      stored(addressField.current?.form);
      // What was typed meanwhile stays.
      if (password.current?.value === typed) password.current.value = '';
      setAddress((now) => (now === address ? (saved.address ?? '') : now));
      tell(saved);
    });
  /** Everything else stays as it is stored: another window may have changed it, and the form may be half written. */
  const putOne = (change: Partial<Pick<NetworkState, 'proxy' | 'systemAuthorities'>>, onRefused?: () => void) =>
    submit(async () => {
      try {
        const { proxy: used, address: at, except: directly, user: name, systemAuthorities } = await host.network();
        const stored = { proxy: used, address: at, except: directly, user: name, systemAuthorities };
        tell(await host.putNetwork({ ...stored, ...change }));
      } catch (failure) {
        onRefused?.();
        throw failure;
      }
    });
  const choose = (next: Proxy) => {
    setProxy(next);
    // A proxy of one's own is used once its form is saved.
    if (next === 'manual') return;
    void putOne({ proxy: next }, () => setProxy((now) => (now === next ? state.proxy : now)));
  };
  const save = () => {
    setEmpty(address.trim() === '');
    if (address.trim() === '') addressField.current?.focus();
    else void putForm();
  };
  // The host keeps a password for the address and the user that it was entered with.
  const isSameSignIn = address.trim() === state.address && user.trim() === state.user;
  const named = state.system.proxy;
  const systemHint =
    state.system.by === 'system'
      ? named === null
        ? t('proxySystemNone')
        : t('proxySystemIs', { proxy: named })
      : named === null
        ? t('proxyEnvironmentNone')
        : t('proxyEnvironmentIs', { proxy: named });
  const hints: Record<Proxy, string> = { system: systemHint, manual: t('proxyManualHint'), none: t('proxyNoneHint') };

  return (
    <>
      <Setting label={t('proxy')} hint={hints[proxy]}>
        <Segmented<Proxy>
          label={t('proxy')}
          value={proxy}
          onChange={choose}
          options={[
            { value: 'system', label: t(state.system.by === 'system' ? 'proxySystem' : 'proxyEnvironment') },
            { value: 'manual', label: t('proxyManual') },
            { value: 'none', label: t('proxyNone') },
          ]}
        />
      </Setting>
      {proxy === 'manual' && (
        <form
          className={`${secrets['form']} ${css['form']}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Field
            ref={addressField}
            mono
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            label={t('proxyAddress')}
            placeholder="http://proxy.example.com:8080"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            error={isEmpty ? t('proxyAddressEmpty') : isNoAddress ? messageOf(error) : null}
          />
          <div className={secrets['pair']}>
            <Field
              spellCheck={false}
              autoComplete="off"
              label={t('proxyUser')}
              hint={t('proxyUserHint')}
              value={user}
              onChange={(event) => setUser(event.target.value)}
            />
            {user.trim() !== '' && (
              <SecretField
                ref={password}
                label={t('proxyPassword')}
                hint={state.hasPassword ? t(isSameSignIn ? 'proxyPasswordStored' : 'proxyPasswordOther') : undefined}
              />
            )}
          </div>
          <Field
            mono
            spellCheck={false}
            autoComplete="off"
            label={t('proxyExcept')}
            hint={t('proxyExceptHint')}
            placeholder="*.example.com, 10.0.0.1"
            value={except}
            onChange={(event) => setExcept(event.target.value)}
          />
          <div className={secrets['actions']}>
            <Button type="submit" variant="primary" busy={busy}>
              {common('save')}
            </Button>
          </div>
        </form>
      )}
      {error !== null && !isNoAddress && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
      <Setting label={t('systemAuthorities')} hint={t('systemAuthoritiesHint')}>
        {(ids) => (
          <Switch
            checked={state.systemAuthorities}
            onChange={(on) => putOne({ systemAuthorities: on })}
            labelledBy={ids.label}
            describedBy={ids.hint}
          />
        )}
      </Setting>
    </>
  );
}
