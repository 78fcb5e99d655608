import { useEffect, useRef, useState } from 'react';
import { type WebSearch, webSearchEndpoints } from '#contract/web-search.ts';
import { SEARCH_SERVICE_IDS, SEARCH_SERVICES, type SearchService } from '#core/search-services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { useFormStored } from '#ui/kit/controls/forms-guard.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import rows from '#ui/kit/controls/rows.module.css';
import secrets from '#ui/shared/secrets/secrets.module.css';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';

type Choice = SearchService | 'off';

/** The service that models search the web with. */
export function WebSearchPage() {
  const t = useT('webSearch');
  const messageOf = useProblemMessage();
  const host = useHostGroup(webSearchEndpoints);
  const { error, submit } = useSubmission();
  const [state, setState] = useState<WebSearch | null>(null);
  const load = () => void submit(async () => setState(await host.webSearch()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(load, []);
  return (
    <>
      <p className={rows['intro']}>{t('intro')}</p>
      {error !== null && <RetryNotice onRetry={load}>{messageOf(error)}</RetryNotice>}
      {state && <ServiceForm state={state} onChange={setState} />}
    </>
  );
}

function ServiceForm({ state, onChange }: { state: WebSearch; onChange: (state: WebSearch) => void }) {
  const t = useT('webSearch');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const host = useHostGroup(webSearchEndpoints);
  const { busy, error, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const stored = useFormStored();
  const key = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<Choice>(state.service ?? 'off');
  const [address, setAddress] = useState(state.address ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const addressField = useRef<HTMLInputElement>(null);
  const facts = choice === 'off' ? null : SEARCH_SERVICES[choice];
  const hasKey = choice !== 'off' && state.keys.includes(choice);

  const save = () => {
    const typed = key.current?.value.trim() ?? '';
    const lacks = facts && (facts.needs === 'address' ? address.trim() === '' : typed === '' && !hasKey);
    setEmpty(lacks ?? false);
    if (lacks) {
      (facts?.needs === 'address' ? addressField : key).current?.focus();
      return;
    }
    void submit(async () => {
      const access = facts?.needs === 'address' ? { address } : typed === '' ? {} : { key: typed };
      const next = await host.putWebSearch({ service: choice === 'off' ? null : choice, ...access });
      stored(form.current);
      // What was typed meanwhile stays.
      if (key.current?.value.trim() === typed) key.current.value = '';
      setAddress((now) => (now === address ? (next.address ?? now) : now));
      onChange(next);
      toast({ tone: 'success', title: t('saved') });
    });
  };
  const removeKey = (service: SearchService) =>
    void submit(async () => {
      onChange(await host.deleteWebSearchKey(service));
      toast({ title: t('keyRemoved') });
    });

  return (
    <form
      ref={form}
      className={secrets['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Select<Choice>
        label={t('service')}
        value={choice}
        onChange={(next) => {
          setEmpty(false);
          setChoice(next);
        }}
        options={[
          { value: 'off', label: t('off') },
          ...SEARCH_SERVICE_IDS.map((value) => ({ value, label: SEARCH_SERVICES[value].label })),
        ]}
      />
      {facts?.needs === 'address' && (
        <Field
          ref={addressField}
          mono
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          label={t('address')}
          placeholder="http://localhost:8888"
          hint={t('addressHint')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={isEmpty ? t('error.empty') : null}
        />
      )}
      {facts?.needs === 'key' && (
        <SecretField
          key={choice}
          ref={key}
          mono
          label={t('key')}
          hint={hasKey ? t('keyStored') : undefined}
          error={isEmpty ? t('error.empty') : null}
        />
      )}
      {facts && (
        <p className={secrets['quiet']}>
          <ExternalLink href={facts.page}>{t(facts.needs === 'key' ? 'keyWhere' : 'serverWhere')}</ExternalLink>
        </p>
      )}
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
      <div className={secrets['actions']}>
        {hasKey && facts?.needs === 'key' && (
          <Button variant="quiet" disabled={busy} onClick={() => removeKey(choice)}>
            {t('removeKey')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {t('save')}
        </Button>
      </div>
      {state.service !== null && state.service === choice && <ServiceTest />}
    </form>
  );
}

/** Searches once and says what came of it. */
function ServiceTest() {
  const t = useT('webSearch');
  const messageOf = useProblemMessage();
  const host = useHostGroup(webSearchEndpoints);
  const { busy, error, submit } = useSubmission();
  const [tested, setTested] = useState<{ query: string; found: number; problem: string | null } | null>(null);
  const say = useReasonOrQuote();
  const query = t('testQuery');
  const test = () =>
    void submit(async () => {
      setTested(null);
      setTested({ query, ...(await host.testWebSearch({ query })) });
    });
  return (
    <>
      <div>
        <Button small busy={busy} onClick={test}>
          {t('test')}
        </Button>
      </div>
      {tested && (
        <Notice tone={tested.problem === null ? 'info' : 'warning'} live>
          {tested.problem === null
            ? t('works', { count: tested.found, query: tested.query })
            : t('worksNot', { reason: say(tested.problem) })}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
    </>
  );
}
