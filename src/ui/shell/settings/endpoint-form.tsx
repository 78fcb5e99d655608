import { useRef, useState, type FormEvent } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { cleanKey } from '#ui/shared/secrets/detect-key.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { FirstList } from './first-list.tsx';
import { checkEndpoint, type EndpointProblem } from './check-endpoint.ts';
import secrets from '#ui/shared/secrets/secrets.module.css';
import css from './endpoint-form.module.css';

/** The path that the SDK of each protocol appends to the base URL, and an example of a base URL. */
const SHAPE: Record<Protocol, { path: string; example: string }> = {
  'openai-chat': { path: '/chat/completions', example: 'https://llm.example.com/v1' },
  'openai-responses': { path: '/responses', example: 'https://llm.example.com/v1' },
  anthropic: { path: '/v1/messages', example: 'https://llm.example.com' },
  gemini: { path: '/v1beta/models', example: 'https://llm.example.com' },
};

/** Most common first. */
const OFFERED: readonly Protocol[] = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'];

interface EndpointFormProps {
  /** Names in use. */
  taken: readonly string[];
  onDone: () => void;
}

export function EndpointForm({ taken, onDone }: EndpointFormProps) {
  const t = useT('settings');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const { host } = useServices();
  const { reload } = useConnections();
  const { modelLists } = useServices();
  const { secrets: store } = useSecretsState();
  const key = useRef<HTMLInputElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const urlInput = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [protocol, setProtocol] = useState<Protocol>('openai-chat');
  const [nameProblem, setNameProblem] = useState<'empty' | 'taken' | null>(null);
  const [urlProblem, setUrlProblem] = useState<EndpointProblem | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<Connection | null>(null);
  const canKeepKeys = store !== undefined && store.kind !== 'unset' && !store.locked;

  const checkName = () => {
    const trimmed = name.trim().toLowerCase();
    if (trimmed === '') return 'empty' as const;
    return taken.some((one) => one.toLowerCase() === trimmed) ? ('taken' as const) : null;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrongName = checkName();
    const wrongUrl = checkEndpoint(url);
    setNameProblem(wrongName);
    setUrlProblem(wrongUrl);
    if (wrongName) nameInput.current?.focus();
    else if (wrongUrl) urlInput.current?.focus();
    if (wrongName || wrongUrl || busy) return;
    setBusy(true);
    setError(null);
    try {
      const given = cleanKey(key.current?.value ?? '');
      const connection = await host.addConnection({
        label: name.trim(),
        protocol,
        baseUrl: url.trim(),
        ...(given !== '' && { key: given }),
      });
      if (key.current) key.current.value = '';
      await reload();
      toast({ tone: 'success', title: t('endpoint.saved', { name: connection.label }) });
      setAdded(connection);
      void modelLists.refresh(connection);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  if (added) return <FirstList connection={added} onDone={onDone} />;
  return (
    <form className={secrets['form']} noValidate onSubmit={(event) => void submit(event)}>
      <div className={css['protocol']}>
        <p className={css['label']}>{t('endpoint.protocol')}</p>
        <Segmented
          label={t('endpoint.protocol')}
          value={protocol}
          onChange={setProtocol}
          options={OFFERED.map((one) => ({ value: one, label: t(`endpoint.${one}`) }))}
        />
      </div>
      <Field
        ref={nameInput}
        autoFocus
        label={t('endpoint.name')}
        placeholder={t('endpoint.namePlaceholder')}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
        error={nameProblem && t(`endpoint.error.${nameProblem}`)}
      />
      <Field
        ref={urlInput}
        mono
        type="url"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        label={t('endpoint.url')}
        placeholder={SHAPE[protocol].example}
        hint={t('endpoint.urlHint', { path: SHAPE[protocol].path })}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        onBlur={() => url !== '' && setUrlProblem(checkEndpoint(url))}
        error={urlProblem && t(`endpoint.error.${urlProblem}`)}
      />
      {canKeepKeys ? (
        <SecretField ref={key} mono label={t('key.labelOptional')} />
      ) : (
        <p className={secrets['quiet']}>{t(store?.locked ? 'problem.secrets_locked' : 'problem.secrets_unset')}</p>
      )}
      {error && (
        <Notice tone="danger" live>
          {error}
        </Notice>
      )}
      <div className={secrets['actions']}>
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('endpoint.save')}
        </Button>
      </div>
    </form>
  );
}
