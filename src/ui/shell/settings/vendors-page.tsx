import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFocusBack } from '#ui/kit/keyboard/use-focus-back.ts';
import { useCarriedKey } from '#ui/shared/secrets/use-carried-key.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { LocalSection } from './local-section.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { StoreCard } from '#ui/shared/secrets/store-card.tsx';
import { VendorRow } from './vendor-row.tsx';
import rows from '#ui/kit/controls/rows.module.css';
import css from './vendors-page.module.css';

const NONE: readonly string[] = [];

/** `focus`: the connection whose key form is open on arrival. What is written in one stays while another is opened. */
export function VendorsPage({ focus }: { focus: string | null }) {
  const t = useT('settings');
  const messageOf = useProblemMessage();
  const { connections, reload, error } = useConnections();
  const { secrets } = useSecretsState();
  const [open, setOpen] = useState(focus === null ? NONE : [focus]);
  const [asked, setAsked] = useState(focus);
  const { carry, carriedTo } = useCarriedKey();
  const show = (id: string) => setOpen((before) => [...before, id]);
  const hide = (id: string) => setOpen((before) => before.filter((one) => one !== id));
  if (asked !== focus) {
    setAsked(focus);
    if (focus !== null) show(focus);
  }
  const [adding, setAdding] = useState(focus === 'new');
  const adder = useFocusBack(adding);

  if (!connections) {
    return error ? (
      <RetryNotice onRetry={() => void reload()}>{messageOf(error)}</RetryNotice>
    ) : (
      <p className={css['quiet']}>{t('vendors.loading')}</p>
    );
  }

  const labels = connections.map((one) => one.label);
  const list = (some: readonly Connection[]) => (
    <ul className={rows['list']}>
      {some.map((connection) => (
        <VendorRow
          key={connection.id}
          connection={connection}
          locked={(secrets?.locked ?? false) && secrets?.problem === null}
          open={open.includes(connection.id)}
          onOpen={(next) => (next ? show : hide)(connection.id)}
          carried={carriedTo(connection.id)}
          onOther={(other, key) => {
            hide(connection.id);
            show(other.id);
            carry(other.id, key);
          }}
          taken={labels}
          edit={focus === `edit-${connection.id}`}
        />
      ))}
    </ul>
  );
  const custom = connections.filter((one) => one.custom);
  return (
    <>
      <p className={rows['intro']}>{t('vendors.intro')}</p>
      {secrets && <StoreCard state={secrets} />}
      <LocalSection />
      <Section title={t('vendors.list')}>{list(connections.filter((one) => !one.custom && !one.practice))}</Section>
      <Section
        title={t('vendors.custom')}
        intro={t('vendors.customIntro')}
        action={
          !adding && (
            <Button ref={adder} small icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
              {t('endpoint.add')}
            </Button>
          )
        }
      >
        {adding && (
          <div className={rows['box']}>
            <EndpointForm taken={labels} onDone={() => setAdding(false)} />
          </div>
        )}
        {custom.length > 0 && list(custom)}
      </Section>
      <Section title={t('vendors.practice')} intro={t('vendors.practiceIntro')}>
        {list(connections.filter((one) => one.practice))}
      </Section>
    </>
  );
}
