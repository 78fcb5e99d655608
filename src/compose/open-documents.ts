import type { DocumentClient } from '#documents/document-client.ts';

/** Reads attached documents. What it needs is loaded with the first one. */
export function openDocuments(): DocumentClient {
  return {
    async read(source, signal) {
      const { createDocumentClient, startDocumentWorker } = await import('#documents/document-client.ts');
      return createDocumentClient(startDocumentWorker).read(source, signal);
    },
    async draw(pages) {
      const { createDocumentClient, startDocumentWorker } = await import('#documents/document-client.ts');
      return createDocumentClient(startDocumentWorker).draw(pages);
    },
  };
}
