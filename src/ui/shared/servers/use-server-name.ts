import { use, useCallback } from 'react';
import { createStore, useStore } from 'zustand';
import type { McpServersState } from '#state/mcp-servers.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { builtinName } from './builtin-texts.ts';
import { McpContext } from '#ui/data/mcp-context.ts';

const NO_SERVERS = createStore<Pick<McpServersState, 'servers'>>(() => ({ servers: undefined }));

/** A server's name from its id: the user's name for it, or the id once it was removed. */
export function useServerName(): (id: string) => string {
  const t = useT('mcp');
  const servers = useStore(use(McpContext)?.servers.store ?? NO_SERVERS, (state) => state.servers);
  return useCallback(
    (id) => {
      const label = servers?.find((one) => one.id === id)?.label ?? id;
      return visibleText(builtinName(t, { id, label })).text;
    },
    [servers, t],
  );
}
