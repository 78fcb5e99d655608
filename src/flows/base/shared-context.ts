import type { Model } from '#core/model.ts';
import type { SessionRow } from '#storage/rows.ts';

/** What decides which shared instructions and files a conversation gets. */
export type SharingSession = Pick<SessionRow, 'id'> & Partial<Pick<SessionRow, 'folder' | 'leavesOut' | 'task'>>;

export type ReadSystem = (
  session: SharingSession & Pick<SessionRow, 'system'>,
  model: Pick<Model, 'contextWindow'>,
) => Promise<string>;
