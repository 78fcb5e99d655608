import { useState } from 'react';
import { useStore } from 'zustand';
import type { ShownConsent } from '#contract/consents.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import { ConsentOriginLine } from './rule-section.tsx';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './rule-section.module.css';

/** Consents from an earlier version, and those that can't be verified. Neither counts until the user confirms it. */
export function OpenConsents() {
  const open = useStore(useServices().mcp.servers.store, (state) => state.consents.open);
  const earlier = open.filter(({ state }) => state === 'earlier');
  // Consents for calls are in the list of calls that run without asking.
  const invalid = open.filter(({ state, kind }) => state === 'invalid' && kind !== 'rule');
  return (
    <>
      {earlier.length > 0 && <Earlier consents={earlier} />}
      {invalid.length > 0 && <Invalid consents={invalid} />}
    </>
  );
}

function Earlier({ consents }: { consents: readonly ShownConsent[] }) {
  const t = useT('mcp');
  const host = useServices().mcp.host.consents;
  const { busy, act } = useServerAction();
  const [asking, setAsking] = useState(false);
  const ids = consents.map(({ id }) => id);
  return (
    <Section title={t('earlier.title')} intro={t('earlier.intro')}>
      <List consents={consents} label={t('earlier.title')} />
      <div className={css['actions']}>
        <Button small variant="primary" busy={busy} onClick={() => void act(() => host.confirm({ ids }))}>
          {t('earlier.confirm', { count: ids.length })}
        </Button>
        <Button small disabled={busy} onClick={() => setAsking(true)}>
          {t('earlier.drop')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('earlier.dropTitle')}
        description={t('earlier.dropBody')}
        yes={t('earlier.drop')}
        onConfirm={async () => void (await act(() => host.takeBack({ ids })))}
      />
    </Section>
  );
}

function Invalid({ consents }: { consents: readonly ShownConsent[] }) {
  const t = useT('mcp');
  const host = useServices().mcp.host.consents;
  const { busy, act } = useServerAction();
  return (
    <Section
      title={t('invalid.title')}
      intro={t('invalid.intro')}
      action={
        <Button
          small
          disabled={busy}
          onClick={() => void act(() => host.takeBack({ ids: consents.map(({ id }) => id) }))}
        >
          {t('invalid.drop')}
        </Button>
      }
    >
      <List consents={consents} label={t('invalid.title')} />
    </Section>
  );
}

function List({ consents, label }: { consents: readonly ShownConsent[]; label: string }) {
  const t = useT('mcp');
  const host = useServices().mcp.host.consents;
  const { busy, act } = useServerAction();
  const serverName = useServerName();
  const about = ({ kind, words }: ShownConsent) => {
    const [first = '', second = ''] = words;
    return kind === 'rule' ? `${second} · ${serverName(first)}` : kind === 'server' ? serverName(first) : first;
  };
  return (
    <ul className={rows['list']} aria-label={label}>
      {consents.map((consent) => (
        <li key={consent.id} className={`${rows['row']} ${css['row']}`}>
          <div className={css['text']}>
            <p className={css['name']}>{t(`consent.${consent.kind}`)}</p>
            <p className={css['code']}>{about(consent)}</p>
            {consent.kind === 'rule' && (
              <p className={text['quiet']}>{t(consent.session === null ? 'allowed.everywhere' : 'allowed.inOne')}</p>
            )}
            <ConsentOriginLine at={consent.at} given={consent.given} />
          </div>
          <Button
            small
            disabled={busy}
            aria-label={t('invalid.removeFor', { name: about(consent) })}
            onClick={() => void act(() => host.takeBack({ ids: [consent.id] }))}
          >
            {t('invalid.remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
