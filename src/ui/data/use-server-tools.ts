import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { ServerTool } from '#core/vendors/base/server-tools.ts';
import { readServerTools, serverToolsKey } from '#state/server-tools.ts';
import { useServices } from './services.ts';

/** Tools of the vendor's own that the user lets it use through a connection. */
export function useServerTools(connectionId: string | undefined): readonly ServerTool[] {
  const { settings } = useServices();
  const value = useStore(settings.store, ({ values }) =>
    connectionId === undefined ? undefined : values.get(serverToolsKey(connectionId)),
  );
  return useMemo(() => readServerTools(value), [value]);
}
