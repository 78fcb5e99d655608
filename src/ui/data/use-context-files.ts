import { useLiveQuery } from './use-live-query.ts';
import { readContextFiles, type ContextFile } from '#core/context-file.ts';
import { CONTEXT, readData } from '#core/normalize/base/overlays.ts';
import { useServices } from './services.ts';

export type ContextFilesByMessage = ReadonlyMap<string, readonly ContextFile[]>;

const NONE: ContextFilesByMessage = new Map();

/** The context files that were sent with the user's messages, by message id. */
export function useContextFiles(sessionId: string): ContextFilesByMessage {
  const { db } = useServices();
  const found = useLiveQuery(async () => {
    const rows = await db.overlays
      .where('sessionId')
      .equals(sessionId)
      .filter(({ kind }) => kind === CONTEXT)
      .toArray();
    const byMessage = new Map<string, ContextFile[]>();
    for (const { target, data } of rows)
      byMessage.set(target.message, [
        ...(byMessage.get(target.message) ?? []),
        ...readContextFiles(readData(data, 'files')),
      ]);
    return byMessage;
  }, [db, sessionId]);
  return found ?? NONE;
}
