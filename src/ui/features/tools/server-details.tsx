import { useEffect, useState } from 'react';
import { CALL_SECONDS, type McpApproval, type McpApprovalLine, type McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useStore } from 'zustand';
import { DefinitionLines } from '#ui/shared/servers/definition-lines.tsx';
import { LogDialog } from './log-dialog.tsx';
import { ServerForm } from './server-form.tsx';
import { shownTools } from '#ui/shared/servers/server-facts.ts';
import { ToolList } from './tool-list.tsx';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import type { useToolSettings } from '#ui/shared/servers/use-tool-settings.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './server-details.module.css';

interface ServerDetailsProps {
  server: McpServer;
  name: string;
  settings: ReturnType<typeof useToolSettings>;
  /** Its form is shown. */
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onRemove: (server: McpServer) => void;
}

export function ServerDetails({ server, name, settings, editing, onEdit, onRemove }: ServerDetailsProps) {
  const t = useT('mcp');
  const { host, servers } = useServices().mcp;
  const { busy, act } = useServerAction();
  const rules = useStore(servers.store, (state) => state.rules);
  const lines = useDefinitionLines(server);
  const [log, setLog] = useState(false);
  const { id, builtin, approved, enabled, health } = server;
  const tools = shownTools(server);
  const running = health.state === 'running' || health.state === 'starting';
  const canStart = approved && enabled && health.state !== 'sign-in';

  if (editing) {
    return (
      <div className={css['more']}>
        <ServerForm server={server} onDone={() => onEdit(false)} />
      </div>
    );
  }
  return (
    <div className={css['more']}>
      {lines.length > 0 && <DefinitionLines lines={lines} />}
      <div className={css['actions']}>
        {canStart && (
          <Button
            small
            busy={busy}
            aria-label={running ? t('row.restartFor', { server: name }) : undefined}
            onClick={() => void act(() => (running ? host.restart(id) : host.start(id)))}
          >
            {t(running ? 'row.restart' : 'row.start')}
          </Button>
        )}
        {running && !builtin && (
          <Button small variant="quiet" onClick={() => void act(() => host.stop(id))}>
            {t('row.stop')}
          </Button>
        )}
        <Button small variant="quiet" aria-label={t('row.logFor', { server: name })} onClick={() => setLog(true)}>
          {t('row.log')}
        </Button>
        {server.signedIn && (
          <Button small variant="quiet" onClick={() => void act(() => host.signOut(id))}>
            {t('row.signOut')}
          </Button>
        )}
        {!builtin && (
          <>
            <Button small variant="quiet" aria-label={t('row.editFor', { server: name })} onClick={() => onEdit(true)}>
              {t('row.edit')}
            </Button>
            <Button
              small
              variant="quiet"
              className={css['remove']}
              aria-label={t('row.removeFor', { server: name })}
              onClick={() => onRemove(server)}
            >
              {t('row.remove')}
            </Button>
          </>
        )}
      </div>
      {server.version !== null && (
        <p className={text['quiet']}>
          {visibleText(server.name ?? '').text} · {t('row.version', { version: visibleText(server.version).text })}
        </p>
      )}
      {server.instructions !== null && server.instructions !== '' && (
        <details className={css['says']}>
          <summary>{t('row.says')}</summary>
          <p>{visibleText(server.instructions).text}</p>
        </details>
      )}
      {!builtin && approved && tools !== null && tools.length > 0 && (
        <div className={css['trust']}>
          <Switch
            checked={server.trusted}
            onChange={(next) => act(() => (next ? host.trust(id, { hash: server.hash }) : host.distrust(id)))}
            labelledBy={`trust-${id}`}
            describedBy={`trust-${id}-hint`}
          />
          <div>
            <p id={`trust-${id}`}>{t('trust.label')}</p>
            <p id={`trust-${id}-hint`} className={`${text['quiet']} ${css['trustHint']}`}>
              {t('trust.hint')}
            </p>
          </div>
        </div>
      )}
      {!builtin && <CallLimit server={server} />}
      {tools?.length === 0 && <p className={text['quiet']}>{t('tools.none')}</p>}
      {tools !== null && tools.length > 0 && (
        <ToolList server={server} name={name} tools={tools} rules={rules} settings={settings} />
      )}
      <LogDialog server={server} open={log} onOpenChange={setLog} />
    </div>
  );
}

function CallLimit({ server: { id, timeout } }: Pick<ServerDetailsProps, 'server'>) {
  const t = useT('mcp');
  const { host } = useServices().mcp;
  const { act } = useServerAction();
  return (
    <div className={css['limit']}>
      <div>
        <p id={`limit-${id}`}>{t('limit.label')}</p>
        <p id={`limit-${id}-hint`} className={`${text['quiet']} ${css['trustHint']}`}>
          {t('limit.hint')}
        </p>
      </div>
      <NumberInput
        range={CALL_SECONDS}
        id={`limit-${id}-input`}
        labelledBy={`limit-${id}`}
        describedBy={`limit-${id}-hint`}
        value={timeout ?? null}
        none={t('limit.none')}
        onChange={(value) => void act(() => host.change(id, { timeout: value }))}
      />
    </div>
  );
}

/** In the host's words, with invisible characters spelled out. */
function useDefinitionLines({ id, hash, builtin }: McpServer): readonly McpApprovalLine[] {
  const { host } = useServices().mcp;
  const [shown, setShown] = useState<McpApproval | null>(null);
  useEffect(() => {
    if (builtin) return undefined;
    let cancelled = false;
    host.approval(id).then(
      // It belongs to another definition if the server was changed meanwhile. The new hash triggers another request.
      (approval) => !cancelled && approval.hash === hash && setShown(approval),
      // The row says that the host doesn't answer.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [host, id, hash, builtin]);
  return shown?.hash === hash ? shown.lines : [];
}
