import { createContext, use } from 'react';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import type { OrganizeFlows } from '#flows/organize/organize-flows.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import type { ContextNotices } from '#state/context-notices.ts';
import type { SearchClient } from '#search/search-client.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';
import type { HostClient } from '#host-client/host-client.ts';

/** Services that main.tsx constructs and passes to the tree. Data is read through the hooks in ./data. */
export interface AppServices {
  host: HostClient;
  flows: ChatFlows;
  order: OrganizeFlows;
  requests: RequestInspection;
  contextNotices: ContextNotices;
  search: SearchClient;
  transfer: TransferClient;
  /** In Electron the shell itself asks before an address leaves the app. Asking twice teaches people to click. */
  shellRunsCommand: boolean;
}

export const AppServicesContext = createContext<AppServices | null>(null);

export function useAppServices(): AppServices {
  const services = use(AppServicesContext);
  if (!services) throw new Error('AppServicesContext is missing');
  return services;
}
