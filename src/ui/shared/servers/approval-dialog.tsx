import { useEffect, useRef, useState } from 'react';
import type { McpApproval, McpServer } from '#contract/mcp.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { DefinitionLines } from './definition-lines.tsx';
import { unpinnedPackage } from './unpinned-package.ts';
import { UnpinnedWarning } from './unpinned-warning.tsx';
import text from '#ui/kit/controls/text.module.css';
import css from './approval-dialog.module.css';

interface ApprovalDialogProps {
  server: McpServer;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function ChangedPackage({ name, before, now }: NonNullable<McpApproval['package']>) {
  const t = useT('mcp');
  return (
    <Notice tone="warning" title={t('approve.package', { package: visibleText(name).text })}>
      <p>{t('approve.packageBody')}</p>
      <p className={text['quiet']}>{t('approve.before')}</p>
      <pre className={text['code']}>{before}</pre>
      <p className={text['quiet']}>{t('approve.now')}</p>
      <pre className={text['code']}>{now}</pre>
    </Notice>
  );
}

/** Shows a server and the changes in its tools in full. The default answer is no. */
export function ApprovalDialog({ server, open, onOpenChange }: ApprovalDialogProps) {
  const t = useT('mcp');
  const toast = useToast();
  const problemMessage = useProblemMessage();
  const { host, servers } = useServices().mcp;
  const no = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<McpApproval | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const { id } = server;
  useEffect(() => {
    if (!open) return undefined;
    let cancelled = false;
    host.approval(id).then(
      (approval) => !cancelled && setShown(approval),
      (error: unknown) => !cancelled && setProblem(problemMessage(error)),
    );
    return () => {
      cancelled = true;
    };
  }, [open, host, id, problemMessage]);

  const agree = async (approval: McpApproval) => {
    setBusy(true);
    setProblem(null);
    try {
      const tools = Object.fromEntries(approval.tools.map(({ name, hash }) => [name, hash]));
      await host.approve(id, { hash: approval.hash, ...(approval.tools.length > 0 && { tools }) });
      onOpenChange(false);
      toast({ tone: 'success', title: t('approve.done', { server: server.label }) });
      // The first start shows which tools it has. If it fails, its row says so.
      if (!approval.approved) await host.start(id).catch(() => undefined);
    } catch (error) {
      const stale = error instanceof HostProblemError && error.code === 'approval_stale';
      setProblem(stale ? t('approve.stale') : problemMessage(error));
      if (stale) setShown(await host.approval(id));
    } finally {
      setBusy(false);
      void servers.reload();
    }
  };

  /** Only changes what is shown; the user approves it in another step. */
  const pin = async (args: string[]) => {
    const { definition } = server;
    if (definition.kind !== 'stdio') return;
    setBusy(true);
    setProblem(null);
    const { command, cwd, envNames, steering } = definition;
    const kept = Object.fromEntries(envNames.map((name) => [name, null]));
    try {
      await host.change(id, { definition: { kind: 'stdio', command, args, cwd, env: { ...kept, ...steering } } });
      await servers.reload();
      setShown(await host.approval(id));
    } catch (error) {
      setProblem(problemMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const changes = shown?.approved === true;
  const { definition } = server;
  const unpinned = definition.kind === 'stdio' ? unpinnedPackage(definition.command, definition.args) : null;
  const remote = definition.kind === 'http' || definition.kind === 'sse';
  const [title, body, yes] = changes
    ? (['approve.changesTitle', 'approve.changesBody', 'approve.tools'] as const)
    : remote
      ? (['approve.remoteTitle', 'approve.remoteBody', 'approve.connect'] as const)
      : (['approve.title', 'approve.body', 'approve.yes'] as const);

  return (
    <Modal
      open={open && (shown !== null || problem !== null)}
      onOpenChange={onOpenChange}
      wide
      sticky
      title={t(title, { server: server.label })}
      description={t(body)}
      initialFocus={no}
      onClosed={() => {
        setShown(null);
        setProblem(null);
      }}
      footer={
        <>
          <Button ref={no} onClick={() => onOpenChange(false)}>
            {t('approve.not')}
          </Button>
          {shown && (
            <Button variant="primary" busy={busy} onClick={() => void agree(shown)}>
              {t(yes)}
            </Button>
          )}
        </>
      }
    >
      {shown && !changes && (
        <>
          {shown.package && <ChangedPackage {...shown.package} />}
          <DefinitionLines lines={shown.lines} />
          {unpinned !== null && <UnpinnedWarning of={unpinned} busy={busy} onPin={(args) => void pin(args)} />}
          {shown.lines.some(({ role }) => role === 'env' || role === 'header') && (
            <p className={text['quiet']}>{t('approve.values')}</p>
          )}
        </>
      )}
      {shown?.tools.map(({ name, change, before, now }) => (
        <section key={name} className={css['change']} aria-label={name}>
          <h3 className={css['changeTitle']}>{t(`approve.${change}`, { tool: name })}</h3>
          {before !== null && (
            <>
              <p className={text['quiet']}>{t('approve.before')}</p>
              <pre className={text['code']}>{before}</pre>
              <p className={text['quiet']}>{t('approve.now')}</p>
            </>
          )}
          <pre className={text['code']}>{now}</pre>
        </section>
      ))}
      {problem && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
    </Modal>
  );
}
