import type { Protocol } from '#core/vendors/base/protocol.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { FirstList } from './first-list.tsx';
import { useNewEndpoint } from './use-new-endpoint.ts';
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
  const messageOf = useProblemMessage();
  const { secrets: store } = useSecretsState();
  const { nameInput, urlInput, keyInput, ...endpoint } = useNewEndpoint(taken);
  const { name, url, protocol, nameProblem, urlProblem, error } = endpoint;
  const canKeepKeys = store !== undefined && store.kind !== 'unset' && !store.locked;

  if (endpoint.added) return <FirstList connection={endpoint.added} onDone={onDone} />;
  return (
    <form
      className={secrets['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        endpoint.save();
      }}
    >
      <div className={css['protocol']}>
        <p className={css['label']}>{t('endpoint.protocol')}</p>
        <Segmented
          label={t('endpoint.protocol')}
          value={protocol}
          onChange={(to) => endpoint.change({ protocol: to })}
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
        onChange={(event) => endpoint.change({ name: event.target.value })}
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
        onChange={(event) => endpoint.change({ url: event.target.value })}
        onBlur={({ relatedTarget }) => {
          // What appears below the field would move the button that is being pressed, and the click would miss it.
          if (!(relatedTarget instanceof HTMLButtonElement)) endpoint.checkUrl();
        }}
        error={urlProblem && t(`endpoint.error.${urlProblem}`)}
      />
      {canKeepKeys ? (
        <SecretField ref={keyInput} mono label={t('key.labelOptional')} />
      ) : (
        <p className={secrets['quiet']}>{t(store?.locked ? 'problem.secrets_locked' : 'problem.secrets_unset')}</p>
      )}
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
      <div className={secrets['actions']}>
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" busy={endpoint.busy}>
          {t('endpoint.save')}
        </Button>
      </div>
    </form>
  );
}
