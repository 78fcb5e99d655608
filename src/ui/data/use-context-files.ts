import { readContextFiles, type ContextFile } from '#core/context-file.ts';
import { CONTEXT, readData } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import { useSessionOverlays } from './use-session-overlays.ts';

export type ContextFilesByMessage = ReadonlyMap<string, readonly ContextFile[]>;

const NONE: ContextFilesByMessage = new Map();

/** The context files that were sent with the user's messages, by message id. */
export function useContextFiles(sessionId: string): ContextFilesByMessage {
  return useSessionOverlays(sessionId, contextFilesIn) ?? NONE;
}

function contextFilesIn(overlays: readonly Overlay[]): ContextFilesByMessage {
  const byMessage = new Map<string, ContextFile[]>();
  for (const { kind, target, data } of overlays) {
    if (kind !== CONTEXT) continue;
    const files = readContextFiles(readData(data, 'files'));
    byMessage.set(target.message, [...(byMessage.get(target.message) ?? []), ...files]);
  }
  return byMessage;
}
