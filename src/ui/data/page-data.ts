import { createContext, use } from 'react';
import type { Connections } from '#state/connections.ts';
import type { Drafts } from '#state/drafts.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { ModelCatalog } from '#state/model-choices.ts';
import type { ModelLists } from '#state/model-lists.ts';
import type { Problems } from '#state/problems.ts';
import type { Settings } from '#state/settings.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';

/** The data source of the hooks in this folder. main.tsx constructs it. Components use the hooks instead. */
export interface PageData {
  db: BatonDatabase;
  writers: SessionWriters;
  liveRuns: StreamingAnswers;
  connections: Connections;
  settings: Settings;
  drafts: Drafts;
  modelLists: ModelLists;
  catalog: ModelCatalog;
  problems: Problems;
  report: OnUnreadableRow;
}

export const PageDataContext = createContext<PageData | null>(null);

export function usePageData(): PageData {
  const data = use(PageDataContext);
  if (!data) throw new Error('PageDataContext is missing');
  return data;
}
