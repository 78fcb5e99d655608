import { useId, useState } from 'react';
import type { McpServer, McpToolState } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { cssVars } from '#ui/kit/css-vars.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { toolKey } from '#tools/tool-settings.ts';
import { tokensOf, type ToolRules } from '#ui/shared/servers/server-facts.ts';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import type { useToolSettings } from '#ui/shared/servers/use-tool-settings.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './tool-row.module.css';

interface ToolRowProps {
  server: McpServer;
  tool: McpToolState;
  rules: ToolRules;
  /** Relative to the size of the server's largest tool. */
  share: number;
  settings: ReturnType<typeof useToolSettings>;
}

const RULES = ['ask', 'always', 'deny'] as const;
type Rule = (typeof RULES)[number];

/** Longer descriptions are folded: they are written for models and can be pages long. */
const SHORT = 120;
/** The host requires a conversation; a grant for all conversations belongs to none. */
const NO_SESSION = 'settings';

export function ToolRow({ server, tool, rules, share, settings: { settings, mark } }: ToolRowProps) {
  const t = useT('mcp');
  const id = useId();
  const { host } = useServices().mcp;
  const { act } = useServerAction();
  const [isExpanded, setIsExpanded] = useState(false);
  const [asking, setAsking] = useState(false);
  const key = toolKey(server.id, tool.name);
  const on = tool.enabled && !settings.off.includes(key);
  const rule: Rule = settings.denied.includes(key) ? 'deny' : rules.always?.valid ? 'always' : 'ask';
  // Only what is shown: a name with something hidden in it could pass for another tool's.
  const name = visibleText(tool.name).text;
  const description = visibleText(tool.description).text;
  const long = description.length > SHORT;
  const tokens = formatTokens(tokensOf([tool]));

  const setOn = (next: boolean) =>
    server.builtin ? mark('off', [key], !next) : act(() => host.change(server.id, { tools: { [tool.name]: next } }));
  const allow = () =>
    act(async () => {
      const call = {
        server: server.id,
        tool: tool.name,
        definition: server.hash,
        toolHash: tool.hash,
        session: NO_SESSION,
        arguments: {},
        remember: 'always' as const,
      };
      await host.allow(call);
      mark('denied', [key], false);
    });
  const choose = (next: Rule) => {
    if (next === rule) return undefined;
    if (next === 'always') {
      if (tool.readOnly && !tool.openWorld) return allow();
      setAsking(true);
      return undefined;
    }
    mark('denied', [key], next === 'deny');
    const { always } = rules;
    return always ? act(() => host.removeRule(always.id)) : undefined;
  };
  const forget = () => act(() => Promise.all(rules.sessions.map((one) => host.removeRule(one.id))));

  return (
    <li className={css['tool']} data-tool={tool.name} data-off={!on || undefined}>
      <Switch checked={on} onChange={setOn} labelledBy={`${id}-name`} describedBy={`${id}-text`} />
      <div className={css['head']}>
        <span id={`${id}-name`} className={css['name']}>
          {name}
        </span>
        {!tool.approved && <span className={text['warn']}>{t('tools.new')}</span>}
        {tool.readOnly && <Tag>{t('tools.readOnly')}</Tag>}
        {tool.destructive && <Tag>{t('tools.destructive')}</Tag>}
        {tool.openWorld && <Tag>{t('tools.openWorld')}</Tag>}
      </div>
      <span className={css['tokens']} style={cssVars({ '--share': `${share * 100}%` })}>
        {t('tools.weightOne', { tokens })}
      </span>
      <Select
        labelHidden
        small
        label={t('rule.label', { tool: name })}
        value={rule}
        disabled={!on || !tool.approved}
        onChange={choose}
        options={RULES.map((value) => ({ value, label: t(`rule.${value}`) }))}
      />
      <div id={`${id}-text`} className={css['summary']}>
        {description !== '' && (
          <p className={css['text']}>
            {isExpanded || !long ? description : `${description.slice(0, SHORT).trimEnd()}…`}{' '}
            {long && (
              <button
                type="button"
                className={css['link']}
                aria-expanded={isExpanded}
                onClick={() => setIsExpanded(!isExpanded)}
              >
                {t(isExpanded ? 'tools.less' : 'tools.more')}
              </button>
            )}
          </p>
        )}
        {rules.always?.valid === false && <p className={text['quiet']}>{t('rule.stale')}</p>}
        {rules.sessions.length > 0 && (
          <p className={text['quiet']}>
            {t('rule.sessions', { count: rules.sessions.length })}{' '}
            <button
              type="button"
              className={css['link']}
              aria-label={t('rule.forgetFor', { tool: name })}
              onClick={() => void forget()}
            >
              {t('rule.forget')}
            </button>
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('rule.alwaysTitle', { tool: name })}
        description={t('rule.alwaysBody')}
        yes={t('rule.alwaysConfirm')}
        onConfirm={async () => void (await allow())}
      />
    </li>
  );
}
