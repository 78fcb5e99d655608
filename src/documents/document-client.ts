import type { PagePictures } from '#core/page-pictures.ts';
import { createWorkerClient, toWorkerPort } from '#workers/worker-calls.ts';
import { DocumentError, type DocumentReading } from './base/document.ts';
import type { DocumentMethods, DocumentFailure, DocumentPort, PagesToDraw } from './document-messages.ts';
import type { DocumentSource } from './read-document.ts';

/** Then the worker is ended, whatever it does. */
const MAX_TIME_MS = 60_000;

export interface DocumentClient {
  /** Rejects with a DocumentError, or with the signal's reason, and leaves nothing running. */
  read(source: DocumentSource, signal?: AbortSignal): Promise<DocumentReading>;
  /** Draws pages of a PDF. Rejects with a DocumentError. */
  draw(pages: PagesToDraw): Promise<PagePictures>;
}

export const startDocumentWorker = (): DocumentPort =>
  toWorkerPort(new Worker(new URL('./document-worker.ts', import.meta.url), { type: 'module' }));

/** Each document has a worker of its own, which ends with it: only that stops a reader that loops or takes memory. */
export function createDocumentClient(start: () => DocumentPort, maxTimeMs = MAX_TIME_MS): DocumentClient {
  async function call<M extends keyof DocumentMethods>(
    method: M,
    args: DocumentMethods[M]['args'],
    signal?: AbortSignal,
  ): Promise<DocumentMethods[M]['result']> {
    signal?.throwIfAborted();
    const port = start();
    const worker = createWorkerClient<DocumentMethods, DocumentFailure>({
      start: () => port,
      toError: ({ code, message, facts }) => new DocumentError(code, message, undefined, facts),
      toBreakdown: (message) => new DocumentError('failed', message),
    });
    const stop = Promise.withResolvers<never>();
    const onAbort = () => stop.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => stop.reject(new DocumentError('too-slow', `${maxTimeMs} ms`)), maxTimeMs);
    try {
      return await Promise.race([worker.call(method, args), stop.promise]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      port.end();
    }
  }
  return {
    read: (source, signal) => call('read', source, signal),
    draw: (pages) => call('draw', pages),
  };
}
