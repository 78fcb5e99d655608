import { errorMessage } from '#core/thrown.ts';
import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { O200K } from '#core/window/token-weights.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import { DocumentError } from './base/document.ts';
import type { DocumentFailure, DocumentMethods, DocumentReply, DocumentRequest } from './document-messages.ts';
import type { ReadCharacterMap } from './formats/pdf.ts';
import { readDocument } from './read-document.ts';

export function serveDocuments(
  readMap: ReadCharacterMap,
  post: (reply: DocumentReply) => void,
): (request: DocumentRequest) => Promise<void> {
  return serveWorker<DocumentMethods, DocumentFailure>(
    {
      async read(source) {
        const document = await readDocument(source, readMap);
        return { document, tokens: Math.ceil(estimateTokens(document.text, O200K)) };
      },
    },
    {
      post,
      toFailure: (error, aborted) =>
        aborted
          ? null
          : { code: error instanceof DocumentError ? error.code : 'damaged', message: errorMessage(error) },
    },
  );
}
