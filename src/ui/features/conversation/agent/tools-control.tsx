import { lazyPart } from '#ui/kit/lazy-part.ts';
import { Popover } from '@base-ui/react/popover';
import { Wrench } from 'lucide-react';
import { memo, useId } from 'react';
import { useStore } from 'zustand';
import type { McpServer } from '#contract/mcp.ts';
import { WEB_SERVER } from '#core/web-tools.ts';
import type { SessionTools } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { builtinName } from '#ui/shared/servers/builtin-texts.ts';
import { offeredTools, tokensOf } from '#ui/shared/servers/server-facts.ts';
import { useToolSettings } from '#ui/shared/servers/use-tool-settings.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './tools-control.module.css';

const FolderFields = lazyPart(async () => (await import('./folder-fields.tsx')).FolderFields);

const OF_THE_PAGE = ['builtin_planning_server', 'builtin_task_server'];

interface ToolsControlProps {
  sessionId: string;
  tools: SessionTools | undefined;
  /** A task continues only where the user has asked for it. */
  isTask: boolean;
}

/** Sets whether and how this conversation uses tools. Shown beside the model. */
export const ToolsControl = memo(function ToolsControl({ sessionId, tools, isTask }: ToolsControlProps) {
  const t = useT('agent');
  const on = tools?.on ?? false;
  const name = t(on ? 'tools.on' : 'tools.off');
  return (
    <Popover.Root>
      <Popover.Trigger className={css['trigger']} aria-label={name} title={name} data-on={on || undefined}>
        <Wrench aria-hidden />
        <span>{t('tools.label')}</span>
      </Popover.Trigger>
      <PopoverPanel side="top" title={t('tools.title')}>
        <ToolsPanel sessionId={sessionId} on={on} off={tools?.off ?? []} continues={tools?.autoContinue ?? !isTask} />
      </PopoverPanel>
    </Popover.Root>
  );
});

interface ToolsPanelProps {
  sessionId: string;
  on: boolean;
  off: readonly string[];
  continues: boolean;
}

function ToolsPanel({ sessionId, on, off, continues }: ToolsPanelProps) {
  const t = useT('agent');
  const id = useId();
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  return (
    <div className={css['panel']}>
      <div className={css['line']}>
        <span className={css['text']}>
          <span id={`${id}-on`}>{t('tools.switch')}</span>
          <span id={`${id}-hint`} className={text['quiet']}>
            {t('tools.hint')}
          </span>
        </span>
        <Switch
          checked={on}
          onChange={(next) => attempt(flows.setTools(sessionId, next))}
          labelledBy={`${id}-on`}
          describedBy={`${id}-hint`}
        />
      </div>
      <div className={css['line']}>
        <span className={css['text']}>
          <span id={`${id}-continue`}>{t('auto.switch')}</span>
          <span id={`${id}-continueHint`} className={text['quiet']}>
            {t('auto.hint')}
          </span>
        </span>
        <Switch
          checked={continues}
          onChange={(next) => attempt(flows.setAutoContinue(sessionId, next))}
          labelledBy={`${id}-continue`}
          describedBy={`${id}-continueHint`}
        />
      </div>
      <FolderFields sessionId={sessionId} />
      <Servers sessionId={sessionId} off={off} />
    </div>
  );
}

function Servers({ sessionId, off }: { sessionId: string; off: readonly string[] }) {
  const t = useT('agent');
  const names = useT('mcp');
  const id = useId();
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  const known = useStore(useServices().mcp.servers.store, (state) => state.servers) ?? [];
  const { settings } = useToolSettings();
  const own = OF_THE_PAGE.map((server) => ({
    id: server,
    label: server,
    off: settings.off.includes(server),
    wants: null,
    tokens: 0,
  }));
  const rows = [
    ...own,
    // It has a switch of its own beside this one.
    ...known
      .filter(({ id }) => id !== WEB_SERVER)
      .map((server) => ({
        ...lackOf(server),
        id: server.id,
        label: server.label,
        tokens: server.enabled ? tokensOf(offeredTools(server, settings.off)) : 0,
      })),
  ];
  const offered = rows.filter((row) => !row.off && row.wants === null && !off.includes(row.id));
  const sum = offered.reduce((all, { tokens }) => all + tokens, 0);
  // The tools of Baton's own page, and of servers that have not run yet, are not counted.
  const isWhole = offered.every(({ tokens }) => tokens > 0);
  return (
    <section className={css['group']} aria-labelledby={`${id}-title`}>
      <div className={css['heading']}>
        <h3 id={`${id}-title`} className={css['label']}>
          {t('servers.title')}
        </h3>
        {sum > 0 && (
          <span className={text['quiet']}>
            {names(isWhole ? 'tools.weight' : 'tools.weightAtLeast', { tokens: formatTokens(sum) })}
          </span>
        )}
      </div>
      <ul className={css['servers']}>
        {rows.map((row) => (
          <li key={row.id} className={css['line']}>
            <span className={css['text']}>
              <span id={`${id}-${row.id}`}>{builtinName(names, row)}</span>
              {row.wants !== null && (
                <a className={css['wants']} href={formatRoute({ name: 'settings', page: 'tools', focus: row.id })}>
                  {t(`servers.${row.wants}`)}
                </a>
              )}
              {row.off && <span className={text['quiet']}>{t('servers.off')}</span>}
            </span>
            {row.tokens > 0 && row.wants === null && (
              <span className={css['tokens']} data-off={off.includes(row.id) || undefined}>
                {names('tools.weightOne', { tokens: formatTokens(row.tokens) })}
              </span>
            )}
            {!row.off && (
              <Switch
                checked={!off.includes(row.id)}
                onChange={(next) => attempt(flows.switchTools(sessionId, [row.id], next))}
                labelledBy={`${id}-${row.id}`}
              />
            )}
          </li>
        ))}
      </ul>
      <a
        className={`${buttonClass('quiet', true)} ${css['settings']}`}
        href={formatRoute({ name: 'settings', page: 'tools' })}
      >
        {t('servers.settings')}
      </a>
    </section>
  );
}

function lackOf({ enabled, approved, locked, health }: McpServer): {
  off: boolean;
  wants: 'approval' | 'locked' | 'sign-in' | 'crashed' | null;
} {
  if (!enabled) return { off: true, wants: null };
  if (!approved) return { off: false, wants: locked ? 'locked' : 'approval' };
  const { state } = health;
  return { off: false, wants: state === 'sign-in' || state === 'crashed' ? state : null };
}
