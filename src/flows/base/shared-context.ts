import type { Model } from '#core/model.ts';
import type { SessionRow } from '#storage/rows.ts';
import type { Fence } from '#storage/writer-fence.ts';

/** What decides which shared instructions and files a conversation gets. */
export type SharingSession = Pick<SessionRow, 'id'> & Partial<Pick<SessionRow, 'folder' | 'leavesOut' | 'task'>>;

/** What conversations get besides what is said in them: from the user's settings and from their projects. */
export interface Sharing {
  /** The system text of a conversation's requests. */
  systemOf(session: SharingSession & Pick<SessionRow, 'system'>, model: Pick<Model, 'contextWindow'>): Promise<string>;
  /** Stores the passages of the project's files that fit a question beside it, once, where they are due. Never rejects. */
  addPassages(
    fence: Fence,
    session: SharingSession,
    questionId: string | null,
    model: Pick<Model, 'contextWindow'>,
  ): Promise<void>;
  /** Whether a model is offered to search the files. `null`: the model is unknown. */
  offersSearch(session: SharingSession, model: Pick<Model, 'contextWindow'> | null): Promise<boolean>;
  /** Reads the files of a project that were not read yet. Resolves when all are. */
  readFiles(folder: string): Promise<void>;
}
