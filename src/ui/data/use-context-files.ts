import { useLiveQuery } from './use-live-query.ts';
import { readContextFiles, type ContextFile } from '#core/context-file.ts';
import { CONTEXT, readData } from '#core/normalize/overlays.ts';
import { usePageData } from './page-data.ts';

export type ContextFilesByMessage = ReadonlyMap<string, readonly ContextFile[]>;

const NONE: ContextFilesByMessage = new Map();

/** Files of the attached folders that the model was told along with messages of the user, by id of the message. */
export function useContextFiles(sessionId: string): ContextFilesByMessage {
  const { db } = usePageData();
  const found = useLiveQuery(async () => {
    const rows = await db.overlays
      .where('sessionId')
      .equals(sessionId)
      .filter(({ kind }) => kind === CONTEXT)
      .toArray();
    return new Map(rows.map(({ target, data }) => [target.message, readContextFiles(readData(data, 'files'))]));
  }, [db, sessionId]);
  return found ?? NONE;
}
