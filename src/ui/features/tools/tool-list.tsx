import { useState } from 'react';
import type { McpRule } from '#contract/mcp-calls.ts';
import type { McpServer, McpToolState } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { toolKey } from '#tools/tool-settings.ts';
import { offeredTools, rulesOf, tokensOf } from '#ui/shared/servers/server-facts.ts';
import { ToolRow } from './tool-row.tsx';
import { useServerAction } from '#ui/shared/servers/use-server-action.ts';
import type { useToolSettings } from '#ui/shared/servers/use-tool-settings.ts';
import field from '#ui/kit/controls/field.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './tool-list.module.css';

interface ToolListProps {
  server: McpServer;
  name: string;
  tools: readonly McpToolState[];
  rules: readonly McpRule[];
  settings: ReturnType<typeof useToolSettings>;
}

/** How many tools are shown without a search field. */
const MANY = 8;

/** A server's tools with the tokens each adds to a request. They can be switched off one by one or together. */
export function ToolList({ server, name, tools, rules, settings }: ToolListProps) {
  const t = useT('mcp');
  const { host } = useServices().mcp;
  const { busy, act } = useServerAction();
  const [search, setSearch] = useState('');
  const offered = offeredTools(server, settings.settings.off);
  const heaviest = Math.max(1, ...tools.map((tool) => tool.characters));
  const query = search.trim().toLowerCase();
  const shown = tools.filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(query));

  const switchAll = (on: boolean) => {
    if (server.builtin) {
      settings.mark(
        'off',
        shown.map((tool) => toolKey(server.id, tool.name)),
        !on,
      );
      return;
    }
    const changes = Object.fromEntries(shown.map((tool) => [tool.name, on]));
    void act(() => host.change(server.id, { tools: changes }));
  };

  return (
    <div className={css['tools']}>
      <div className={css['head']}>
        <p className={text['quiet']}>
          {t('tools.some', { on: offered.length, count: tools.length })}
          {offered.length > 0 && `, ${t('tools.weight', { tokens: formatTokens(tokensOf(offered)) })}`}
        </p>
        {tools.length > MANY && (
          <input
            type="search"
            className={`${field['input']} ${css['search']}`}
            aria-label={t('tools.search', { server: name })}
            placeholder={t('tools.searchShort')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        {tools.length > 1 && shown.length > 0 && (
          <div className={css['all']}>
            <Button small variant="quiet" disabled={busy} onClick={() => switchAll(true)}>
              {t('tools.allOn')}
            </Button>
            <Button small variant="quiet" disabled={busy} onClick={() => switchAll(false)}>
              {t('tools.allOff')}
            </Button>
          </div>
        )}
      </div>
      {shown.length === 0 ? (
        <p className={text['quiet']}>{t('tools.notFound', { search: search.trim() })}</p>
      ) : (
        <ul aria-label={t('tools.list', { server: name })}>
          {shown.map((tool) => (
            <ToolRow
              key={tool.name}
              server={server}
              tool={tool}
              rules={rulesOf(rules, server.id, tool.name)}
              share={tool.characters / heaviest}
              settings={settings}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
