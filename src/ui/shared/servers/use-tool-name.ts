import { useCallback } from 'react';
import { splitToolName } from '#core/tool-names.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useServerName } from './use-server-name.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';

export interface ShownToolName {
  tool: string;
  /** `null` for Baton's own tools, whose names contain no server. */
  server: string | null;
}

/** A tool and its server as shown to the user, derived from the name alone: the server may have been removed. */
export function useToolName(): (name: string) => ShownToolName {
  const t = useT('chat');
  const serverName = useServerName();
  return useCallback(
    (name) => {
      const { server, tool } = splitToolName(name);
      return {
        tool: visibleText(tool).text || t('tool.unnamed'),
        server: server === null ? null : serverName(server),
      };
    },
    [t, serverName],
  );
}
