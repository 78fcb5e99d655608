import { errorMessage } from '#core/thrown.ts';
import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { O200K } from '#core/window/token-weights.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import { DocumentError } from './base/document.ts';
import type { DocumentFailure, DocumentMethods, DocumentReply, DocumentRequest } from './document-messages.ts';
import type { PdfParts } from './formats/open-pdf.ts';
import { readDocument } from './read-document.ts';

export function serveDocuments(
  parts: PdfParts,
  post: (reply: DocumentReply) => void,
): (request: DocumentRequest) => Promise<void> {
  return serveWorker<DocumentMethods, DocumentFailure>(
    {
      async read(source) {
        const document = await readDocument(source, parts);
        return { document, tokens: Math.ceil(estimateTokens(document.text, O200K)) };
      },
      async draw({ bytes, which, limits }) {
        const { drawPages } = await import('./formats/pdf-pages.ts');
        return drawPages(new Uint8Array(await bytes.arrayBuffer()), which, limits, parts);
      },
    },
    {
      post,
      toFailure: (error, aborted) =>
        aborted
          ? null
          : error instanceof DocumentError
            ? { code: error.code, message: error.message, facts: error.facts }
            : { code: 'damaged', message: errorMessage(error), facts: {} },
    },
  );
}
