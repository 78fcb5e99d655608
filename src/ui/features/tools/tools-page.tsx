import { ClipboardPaste, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { Section } from '#ui/kit/controls/section.tsx';
import { removeToast } from '#ui/kit/toasts/toast-manager.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { DirectorySearch } from './directory-search.tsx';
import { offerIn } from './offer-in.ts';
import { OpenConsents } from './open-consents.tsx';
import { PageServerRow } from './page-server-row.tsx';
import { PasteForm } from './paste-form.tsx';
import { PermissionSections } from './permission-sections.tsx';
import { RuleSection } from './rule-section.tsx';
import { SandboxSection } from './sandbox-section.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerRow } from './server-row.tsx';
import text from '#ui/kit/controls/text.module.css';
import rows from '#ui/kit/controls/rows.module.css';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './tools-page.module.css';

/** The servers that provide tools: what they are, their state, and what each tool may do. */
export function ToolsPage({ focus }: { focus: string | null }) {
  const t = useT('mcp');
  const common = useT('common');
  const problemMessage = useProblemMessage();
  const toast = useToast();
  const { servers: store } = useServices().mcp;
  const servers = useStore(store.store, (state) => state.servers);
  const say = useReasonOrQuote();
  const warnings = useStore(store.store, (state) => state.warnings);
  const error = useStore(store.store, (state) => state.error);
  const [open, setOpen] = useState(focus);
  const offer = offerIn(focus);
  const [seenOffer, setSeenOffer] = useState(offer);
  const [adding, setAdding] = useState<'form' | 'paste' | 'search' | null>(offer === null ? null : 'paste');
  /** What the registry, or a link from outside, filled in. */
  const [filled, setFilled] = useState<{ text: string | null; sha256: string | null } | null>(
    offer === null ? null : { text: offer, sha256: null },
  );
  if (offer !== seenOffer) {
    setSeenOffer(offer);
    if (offer !== null) {
      setAdding('paste');
      setFilled({ text: offer, sha256: null });
    }
  }
  /** What opened the form. The focus returns there when it is cancelled. */
  const [opener, setOpener] = useState<'form' | 'paste' | null>(null);
  const openWith = (how: 'form' | 'paste') => {
    setOpener(how);
    setAdding(how);
  };
  /** The pasted text was shown since the form was opened. */
  const [pasting, setPasting] = useState(false);
  if (pasting !== (adding !== null && (pasting || adding === 'paste'))) setPasting(!pasting);
  const [approving, setApproving] = useState<string | null>(null);

  useEffect(() => void store.reload(), [store]);

  if (!servers) {
    return error ? (
      <RetryNotice onRetry={() => void store.reload()}>{problemMessage(error)}</RetryNotice>
    ) : (
      <p className={text['quiet']}>{t('loading')}</p>
    );
  }

  const remove = (server: McpServer) => {
    // Its notice stays while the focus or the pointer is on it, or the window is away.
    const { undo } = store.removeLater(server.id, () => removeToast(notice));
    setOpen(null);
    const notice = toast({
      title: t('row.removed', { server: server.label }),
      action: { label: common('undo'), run: undo },
    });
  };
  const row = (server: McpServer) => (
    <ServerRow
      key={server.id}
      server={server}
      open={open === server.id}
      onOpen={setOpen}
      onRemove={remove}
      approving={approving === server.id}
      onApprove={setApproving}
    />
  );
  const own = servers.filter((server) => !server.builtin);
  return (
    <>
      <p className={rows['intro']}>{t('intro')}</p>
      {warnings.length > 0 && (
        <Notice tone="warning" title={t('warning.title')}>
          {warnings.map((warning) => (
            <p key={warning}>{say(warning)}</p>
          ))}
        </Notice>
      )}
      <OpenConsents />
      <Section
        title={t('list.title')}
        action={
          !adding && (
            <Button small icon={<Plus aria-hidden />} autoFocus={opener === 'form'} onClick={() => openWith('form')}>
              {t('add.button')}
            </Button>
          )
        }
      >
        {adding && (
          <div className={`${rows['box']} ${css['adding']}`}>
            <Segmented
              label={t('add.how')}
              value={adding}
              onChange={setAdding}
              options={[
                { value: 'form', label: t('add.form') },
                { value: 'paste', label: t('add.paste') },
                { value: 'search', label: t('add.search') },
              ]}
            />
            {/* What is half written stays while the user looks at the other ways. */}
            <div hidden={adding !== 'form'}>
              <ServerForm
                onDone={(saved) => {
                  setAdding(null);
                  if (!saved) return;
                  setOpener(null);
                  setApproving(saved.id);
                }}
              />
            </div>
            {pasting && (
              <div hidden={adding !== 'paste'}>
                <PasteForm
                  key={`${filled?.text} ${filled?.sha256}`}
                  start={filled?.text ?? null}
                  expected={filled?.sha256 ?? null}
                  offered={offer !== null && filled?.text === offer}
                  onDone={(added) => {
                    setFilled(null);
                    setAdding(null);
                    if (added) setOpener(null);
                  }}
                />
              </div>
            )}
            {adding === 'search' && (
              <DirectorySearch
                onFill={(given) => {
                  setFilled({ text: given, sha256: null });
                  setAdding('paste');
                }}
                onBundle={(sha256) => {
                  setFilled({ text: null, sha256 });
                  setAdding('paste');
                }}
              />
            )}
          </div>
        )}
        {own.length > 0 ? (
          <ul className={rows['list']}>{own.map(row)}</ul>
        ) : (
          !adding && (
            <div className={rows['none']}>
              <p>{t('list.none')}</p>
              <div className={css['ways']}>
                <Button
                  small
                  icon={<ClipboardPaste aria-hidden />}
                  autoFocus={opener === 'paste'}
                  onClick={() => openWith('paste')}
                >
                  {t('list.paste')}
                </Button>
              </div>
            </div>
          )
        )}
      </Section>
      <Section title={t('builtin.title')} intro={t('builtin.intro')}>
        <ul className={rows['list']}>
          {servers.filter((server) => server.builtin).map(row)}
          <PageServerRow id="builtin_planning_server" />
          <PageServerRow id="builtin_output_server" />
          <PageServerRow id="builtin_task_server" />
        </ul>
      </Section>
      <SandboxSection />
      <RuleSection />
      <PermissionSections />
    </>
  );
}
