import type { Connection } from '#contract/connection.ts';
import { VENDORS } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { SERVICES } from '#core/vendors/services.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { EndpointDetails } from './endpoint-details.tsx';
import { FirstList } from './first-list.tsx';
import { chooseKind, serviceOf, type ConnectionKind } from './connection-draft.ts';
import { useConnectionDraft } from './use-connection-draft.ts';
import secrets from '#ui/shared/secrets/secrets.module.css';
import css from './endpoint-form.module.css';

/** The path that the SDK of each protocol appends to the base URL, and an example of a base URL. */
const SHAPE: Record<Protocol, { path: string; example: string }> = {
  'openai-chat': { path: '/chat/completions', example: 'https://llm.example.com/v1' },
  'openai-responses': { path: '/responses', example: 'https://llm.example.com/v1' },
  anthropic: { path: '/v1/messages', example: 'https://llm.example.com' },
  gemini: { path: '/v1beta/models', example: 'https://llm.example.com' },
  ollama: { path: '/api/chat', example: 'http://192.168.1.20:11434' },
};

/** Most common first. Azure speaks the two of OpenAI, and Anthropic's for Claude. */
const OFFERED: Record<'own' | 'azure', readonly Protocol[]> = {
  own: ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'],
  azure: ['openai-responses', 'openai-chat', 'anthropic'],
};

const azureExample = (protocol: Protocol): string =>
  protocol === 'anthropic' ? 'https://NAME.services.ai.azure.com' : 'https://NAME.openai.azure.com';

const WITH_KEY = VENDORS.filter((vendor) => VENDOR_TABLE[vendor].auth !== 'none');
const KINDS: readonly ConnectionKind[] = ['own', 'azure', ...WITH_KEY];

interface EndpointFormProps {
  /** The one to edit; absent for a new one. */
  connection?: Connection;
  /** Names in use by others. */
  taken: readonly string[];
  onDone: () => void;
}

/** A connection of the user's own: a new one, or one that is edited. */
export function EndpointForm({ connection: edited, taken, onDone }: EndpointFormProps) {
  const t = useT('settings');
  const common = useT('common');
  const messageOf = useProblemMessage();
  const { secrets: store } = useSecretsState();
  const { connection, form, keyInput, draft, problems, losesKey, change, ...endpoint } = useConnectionDraft({
    edited,
    taken,
    onDone,
  });
  const { kind, protocol } = draft;
  const canKeepKeys = store !== undefined && store.kind !== 'unset' && !store.locked;
  const asksKey = !connection || losesKey;
  const offered = kind === 'own' || kind === 'azure' ? OFFERED[kind] : null;
  const service = serviceOf(draft);

  if (connection && endpoint.listing)
    return <FirstList connection={connection} onEdit={endpoint.editAgain} onDone={onDone} />;
  return (
    <form
      ref={form}
      className={secrets['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        endpoint.save();
      }}
    >
      {!connection && (
        <Select<string>
          label={t('endpoint.kind')}
          value={service?.baseUrl ?? kind}
          onChange={(value) => {
            const to = SERVICES.find(({ baseUrl }) => baseUrl === value) ?? KINDS.find((one) => one === value);
            if (to) change(chooseKind(draft, to));
          }}
          options={[
            { value: 'own', label: t('endpoint.kind.own') },
            { value: 'azure', label: t('endpoint.kind.azure') },
            ...SERVICES.map(({ name, baseUrl }) => ({
              value: baseUrl,
              label: `${name} · ${new URL(baseUrl).host}`,
              group: t('endpoint.kind.services'),
            })),
            ...WITH_KEY.map((value) => ({
              value,
              label: t('endpoint.kind.key', { vendor: VENDOR_TABLE[value].label }),
              group: t('endpoint.kind.keys'),
            })),
          ]}
        />
      )}
      {offered && (
        <div className={css['protocol']}>
          <p className={css['label']}>{t('endpoint.protocol')}</p>
          <Segmented
            label={t('endpoint.protocol')}
            value={protocol}
            onChange={(to) => change({ protocol: to })}
            options={offered.map((one) => ({ value: one, label: t(`endpoint.${one}`) }))}
          />
        </div>
      )}
      <Field
        name="name"
        autoFocus
        label={t('endpoint.name')}
        placeholder={t('endpoint.namePlaceholder')}
        value={draft.name}
        maxLength={80}
        onChange={(event) => change({ name: event.target.value })}
        error={problems.name ? t(`endpoint.error.${problems.name}`) : null}
      />
      {offered && (
        <Field
          name="url"
          mono
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          label={t('endpoint.url')}
          placeholder={kind === 'azure' ? azureExample(protocol) : SHAPE[protocol].example}
          hint={
            kind === 'azure'
              ? t('endpoint.azureHint')
              : service?.region
                ? t('endpoint.regionHint', { region: service.region })
                : t('endpoint.urlHint', { path: SHAPE[protocol].path })
          }
          value={draft.url}
          onChange={(event) => change({ url: event.target.value })}
          onBlur={({ relatedTarget }) => {
            // What appears below the field would move the button that is being pressed, and the click would miss it.
            if (!(relatedTarget instanceof HTMLButtonElement)) endpoint.checkUrl();
          }}
          error={problems.url ? t(`endpoint.error.${problems.url}`) : null}
        />
      )}
      {asksKey &&
        (canKeepKeys ? (
          <SecretField
            ref={keyInput}
            mono
            label={t('key.labelOptional')}
            {...(losesKey &&
              connection && { hint: t('endpoint.keyRemoved', { host: new URL(connection.baseUrl).host }) })}
          />
        ) : (
          <p className={secrets['quiet']}>{t(store?.locked ? 'problem.secrets_locked' : 'endpoint.keyLater')}</p>
        ))}
      <EndpointDetails draft={draft} problems={problems} onChange={change} />
      {endpoint.error !== null && (
        <Notice tone="danger" live>
          {messageOf(endpoint.error)}
        </Notice>
      )}
      <div className={secrets['actions']}>
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" busy={endpoint.busy}>
          {connection ? common('save') : t('endpoint.save')}
        </Button>
      </div>
    </form>
  );
}
