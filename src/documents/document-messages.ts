import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';
import type { PagePictures } from '#core/page-pictures.ts';
import type { PageLimits } from '#core/pictures/page-limits.ts';
import type { DocumentErrorCode, DocumentReading, UnreadFacts } from './base/document.ts';
import type { DocumentSource } from './read-document.ts';

export interface DocumentMethods {
  read: { args: DocumentSource; result: DocumentReading; progress: never };
  draw: { args: PagesToDraw; result: PagePictures; progress: never };
}

export interface PagesToDraw {
  bytes: Blob;
  which: readonly number[] | 'all';
  limits: PageLimits;
}

export interface DocumentFailure {
  code: DocumentErrorCode;
  message: string;
  facts: UnreadFacts;
}

export type DocumentRequest = WorkerRequest<DocumentMethods>;
export type DocumentReply = WorkerReply<DocumentMethods, DocumentFailure>;
export type DocumentPort = WorkerPort<DocumentRequest, DocumentReply>;
