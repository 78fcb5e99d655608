import { useCallback } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { builtinName } from './builtin-texts.ts';
import { useServices } from '#ui/data/services.ts';

/** A server's name from its id: the user's name for it, or the id once it was removed. */
export function useServerName(): (id: string) => string {
  const t = useT('mcp');
  const servers = useStore(useServices().mcp.servers.store, (state) => state.servers);
  return useCallback(
    (id) => {
      const label = servers?.find((one) => one.id === id)?.label ?? id;
      return visibleText(builtinName(t, { id, label })).text;
    },
    [servers, t],
  );
}
