import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';
import type { DocumentErrorCode, DocumentReading } from './base/document.ts';
import type { DocumentSource } from './read-document.ts';

export interface DocumentMethods {
  read: { args: DocumentSource; result: DocumentReading; progress: never };
}

export interface DocumentFailure {
  code: DocumentErrorCode;
  message: string;
}

export type DocumentRequest = WorkerRequest<DocumentMethods>;
export type DocumentReply = WorkerReply<DocumentMethods, DocumentFailure>;
export type DocumentPort = WorkerPort<DocumentRequest, DocumentReply>;
