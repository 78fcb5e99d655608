import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ConsentGiven } from '#contract/consent-given.ts';
import type { McpRule } from '#contract/mcp-calls.ts';
import { useServices } from '#ui/data/services.ts';
import { Button, buttonClass } from '#ui/kit/controls/button.tsx';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useSession } from '#ui/data/use-session.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './rule-section.module.css';

/** Everything that runs without asking: what it is, where and when it was approved, and how to revoke it. */
export function RuleSection() {
  const t = useT('mcp');
  const { host, servers } = useServices().mcp;
  const { busy, act } = useServerAction();
  const rules = useStore(servers.store, (state) => state.rules);
  const lasts = useStore(servers.store, (state) => state.consents.lasts);
  const [asking, setAsking] = useState(false);
  const newest = rules.toSorted((a, b) => b.at - a.at);
  return (
    <Section
      title={t('allowed.title')}
      intro={t('allowed.intro')}
      action={
        rules.length > 1 && (
          <Button small onClick={() => setAsking(true)}>
            {t('allowed.takeAll')}
          </Button>
        )
      }
    >
      <Lasting lasts={lasts} />
      {newest.length === 0 ? (
        <p className={rows['none']}>{t('allowed.none')}</p>
      ) : (
        <ul className={rows['list']} aria-label={t('allowed.title')}>
          {newest.map((rule) => (
            <RuleRow key={rule.id} rule={rule} busy={busy} onRemove={() => void act(() => host.removeRule(rule.id))} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('allowed.allTitle')}
        description={t('allowed.allBody', { count: rules.length })}
        yes={t('allowed.takeAll')}
        onConfirm={async () => void (await act(() => host.removeRules()))}
      />
    </Section>
  );
}

function Lasting({ lasts }: { lasts: 'kept' | 'locked' | 'run' }) {
  const t = useT('mcp');
  const unlock = useUnlock();
  if (lasts === 'kept') return null;
  return (
    <div className={css['notice']}>
      <Notice
        actions={
          lasts === 'locked' ? (
            <Button small variant="primary" onClick={unlock}>
              {t('allowed.unlock')}
            </Button>
          ) : (
            <a className={buttonClass('plain', true)} href={formatRoute({ name: 'settings', page: 'vendors' })}>
              {t('allowed.choose')}
            </a>
          )
        }
      >
        {t(`allowed.lasts.${lasts}`)}
      </Notice>
    </div>
  );
}

interface RuleRowProps {
  rule: McpRule;
  busy: boolean;
  onRemove: () => void;
}

function RuleRow({ rule, busy, onRemove }: RuleRowProps) {
  const t = useT('mcp');
  const serverName = useServerName();
  const name = `${visibleText(rule.tool).text} · ${serverName(rule.server)}`;
  const lapsed = lapsedOf(rule);
  return (
    <li className={`${rows['row']} ${css['row']}`} data-lapsed={lapsed !== null || undefined}>
      <div className={css['text']}>
        <p className={css['name']}>{name}</p>
        <p>
          {rule.session === null ? (
            t('allowed.everywhere')
          ) : (
            <Conversation id={rule.session} label={(title) => t('allowed.in', { title })} />
          )}
        </p>
        {rule.sandbox && <p>{t('allowed.sandbox')}</p>}
        <ConsentOriginLine at={rule.at} given={rule.given} />
        {lapsed !== null && <p className={text['warn']}>{t(`allowed.lapsed.${lapsed}`)}</p>}
      </div>
      <Button small disabled={busy} aria-label={t('allowed.takeFor', { name })} onClick={onRemove}>
        {t('allowed.take')}
      </Button>
    </li>
  );
}

/** Why a rule doesn't count now. */
function lapsedOf({ state, valid, sandbox }: McpRule) {
  if (state !== 'held') return state;
  if (valid) return null;
  return sandbox === 'off' ? 'sandbox' : 'changed';
}

/** When and where the user gave a consent. */
export function ConsentOriginLine({ at, given }: { at: number; given: ConsentGiven | null }) {
  const t = useT('mcp');
  const language = useLanguage();
  const when = formatDateTime(at, language);
  if (given === null) return <p className={text['quiet']}>{t('allowed.at', { when })}</p>;
  const where = given.mount === 'electron' ? t('allowed.app') : t('allowed.window', { number: given.window });
  const { session } = given;
  return (
    <p className={text['quiet']}>
      {session === null || session === 'settings' ? (
        t('allowed.atSettings', { when, where })
      ) : (
        <Conversation id={session} label={(title) => t('allowed.atChat', { when, where, title })} />
      )}
    </p>
  );
}

/** A sentence with the title of a conversation, which may be untitled or removed. */
function Conversation({ id, label }: { id: string; label: (title: string) => ReactNode }) {
  const t = useT('mcp');
  const frame = useT('frame');
  const session = useSession(id);
  if (session === undefined) return null;
  return label(session === null ? t('allowed.goneChat') : session.title || frame('session.untitled'));
}
