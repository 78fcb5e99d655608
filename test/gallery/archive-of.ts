import type { SnapshotMethods } from '#snapshots/snapshot-messages.ts';
import type { TargetFile } from '#transfer/target-file.ts';
import type { WorkerRequest } from '#workers/worker-calls.ts';
import { type Fixture, NOW } from './fixture.ts';

/** An archive with all conversations of a fixture, as another Baton would have written it. */
export async function archiveOf(fixture: Fixture): Promise<Blob> {
  // The list of stories is also read without a browser, where these don't load.
  const { openDatabase } = await import('#storage/database.ts');
  const { writeExport } = await import('#transfer/write-export.ts');
  const db = await openDatabase({ name: 'gallery-elsewhere' });
  try {
    for (const [name, rows] of Object.entries(fixture)) await db.table(name).bulkPut([...rows]);
    let file = new File([], 'elsewhere.baton');
    const target: TargetFile = {
      async createWritable() {
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        return new WritableStream({
          write: (chunk) => void chunks.push(chunk),
          close: () => void (file = new File(chunks, file.name)),
        });
      },
      getFile: async () => file,
    };
    const parts = { thinking: true, tools: true, branches: true };
    await writeExport(db, { sessions: 'all', trash: false, format: 'archive', language: 'en', ...parts }, target, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      now: () => NOW,
      writtenBy: 'Baton 0.1.0',
    });
    return file;
  } finally {
    db.close();
    await db.delete();
  }
}

/**
 * The worker that reads snapshots back asks a host of its own, which the gallery has none of. This one finds every snapshot
 * as it was found before.
 */
export function playSnapshotWorker(find: (id: string) => object): void {
  const Real = Worker;
  class PlayedWorker extends EventTarget {
    postMessage(request: WorkerRequest<SnapshotMethods>): void {
      if (request.type !== 'call' || request.method !== 'check') return;
      const data = { type: 'done', id: request.id, result: find(request.args.id) };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate(): void {}
  }
  Object.assign(globalThis, {
    Worker: new Proxy(Real, {
      construct: (target, [url, options]: [URL, WorkerOptions]) =>
        url.pathname.includes('snapshot-worker') ? new PlayedWorker() : new target(url, options),
    }),
  });
}
