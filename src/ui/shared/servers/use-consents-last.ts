import { use } from 'react';
import { createStore, useStore } from 'zustand';
import type { ConsentsLast } from '#contract/consents.ts';
import type { McpServersState } from '#state/mcp-servers.ts';
import { McpContext } from '#ui/data/mcp-context.ts';

const KEPT = createStore<Pick<McpServersState, 'consents'>>(() => ({ consents: { lasts: 'kept', open: [] } }));

/** How long a consent given now lasts. */
export function useConsentsLast(): ConsentsLast {
  return useStore(use(McpContext)?.servers.store ?? KEPT, (state) => state.consents.lasts);
}
