import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Overlay } from '#core/request.ts';
import { without } from '#core/without.ts';
import { type CompileDeps, compilePath } from '#flows/request/compile-path.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { hydrateMessage, outlineMessage } from '#storage/hydrate-parts.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { anyMoments } from '#test/core/incremental-compile.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { runs } from '#test/runs.ts';
import { loadService } from '#vendors/registry.ts';

/** A conversation in a database, to which histories are added: what they share is one branch. */
async function storedConversation() {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  const children = new Map<string | null, Map<HistoryMessage, string>>();

  const store = async (data: string, mime: string) => saveBlob(db, new Blob([Buffer.from(data, 'base64')]), mime);
  async function storedPart(part: Part): Promise<StoredPart> {
    if (part.type === 'image' || part.type === 'file') {
      const { data, ...rest } = part;
      const { blob, bytes } = await store(data, part.mime);
      return { ...rest, blob, bytes };
    }
    if (part.type !== 'tool_result' || !part.images) return part as StoredPart;
    const images = await Promise.all(part.images.map(({ data, mime }) => store(data, mime)));
    return { ...part, images };
  }

  return {
    db,
    id,
    /** Returns the ids of its messages. */
    async add(history: readonly HistoryMessage[]): Promise<string[]> {
      const path: string[] = [];
      for (const message of history) {
        const parentId = path.at(-1) ?? null;
        const known = children.get(parentId) ?? new Map<HistoryMessage, string>();
        children.set(parentId, known);
        let one = known.get(message);
        if (one === undefined) {
          const { parts, ...rest } = message;
          known.set(message, (one = newId()));
          const row = { ...rest, id: one, parentId, status: 'complete' as const, createdAt: 1 };
          await appendMessages(db, fence, [{ ...row, parts: await Promise.all(parts.map(storedPart)) }]);
        }
        path.push(one);
      }
      return path;
    },
  };
}

const named = (overlay: Overlay, path: readonly string[]): Overlay => {
  const place = /^#(\d+)$/.exec(overlay.target.message)?.[1];
  if (place === undefined) return overlay;
  return { ...overlay, target: { ...overlay.target, message: path[Number(place)] ?? 'gone' } };
};

it('a stored path compiles to the same request, whatever was compiled before', async () => {
  const services = { fetch: () => Promise.reject(new Error('no network')) };
  await fc.assert(
    fc.asyncProperty(anyMoments, async (moments) => {
      const { db, id, add } = await storedConversation();
      const fail = (error: unknown): never => {
        throw error;
      };
      const deps: CompileDeps = { db, onUnreadableRow: fail, onError: fail };
      for (const { history, overlays: given, target } of moments) {
        const path = await add(history);
        const overlays = given.map((overlay) => named(overlay, path));
        const to = { ...target, cacheKey: id };
        const service = await loadService(to.model.protocol, services);
        const leafId = path.at(-1) ?? null;
        const compiled = await compilePath(deps, service, { sessionId: id, leafId, overlays }, to);
        expect(compiled.messages.map((message) => message.id)).toEqual(path);
        const uncounted = compiled.history.map((message) => without(message, 'counted'));
        const rows = (await db.messages.bulkGet(path)) as StoredMessage[];
        for (const [index, row] of rows.entries()) {
          const isLeftOut = compiled.report.droppedByWindow.includes(index);
          const read = isLeftOut
            ? [outlineMessage(row), await hydrateMessage(db, row)]
            : [await hydrateMessage(db, row)];
          expect(read).toContainEqual(uncounted[index]);
        }
        const { request, report } = normalizeRequest(uncounted, overlays, to);
        expect(JSON.stringify([compiled.request, compiled.report])).toBe(JSON.stringify([request, report]));
      }
    }),
    { numRuns: runs(16) },
  );
});
