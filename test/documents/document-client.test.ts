import { describe, expect, it, vi } from 'vitest';
import { DocumentError } from '#documents/base/document.ts';
import { createDocumentClient } from '#documents/document-client.ts';
import type { DocumentPort, DocumentReply, DocumentRequest } from '#documents/document-messages.ts';
import { serveDocuments } from '#documents/serve-documents.ts';

const source = { bytes: new Blob(['hello']), name: 'a.txt', language: 'en' };
const parts = { readMap: () => Promise.reject(new Error('no maps')), decoders: './' };

/** A worker in this thread. `answer` gets each request and what posts a reply. */
function port(answer: (request: DocumentRequest, post: (reply: DocumentReply) => void) => void) {
  const ended = vi.fn<() => void>();
  let fail: (message: string) => void = () => undefined;
  let post: (reply: DocumentReply) => void = () => undefined;
  const made: DocumentPort = {
    post: (request) => answer(request, (reply) => post(reply)),
    listen: (onMessage, onFail) => {
      post = onMessage;
      fail = onFail;
    },
    end: ended,
  };
  return { start: () => made, ended, breakDown: () => fail('out of memory') };
}

describe('reading a document', () => {
  it('gives its text and tokens, and ends the worker', async () => {
    const { start, ended } = port((request, post) => void serveDocuments(parts, post)(request));
    const { document, tokens } = await createDocumentClient(start).read(source);
    expect(document).toEqual({ form: 'text', text: 'hello', encoding: 'utf-8' });
    expect(tokens).toBeGreaterThan(0);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('rejects with the reason of the worker', async () => {
    const { start, ended } = port((request, post) => void serveDocuments(parts, post)(request));
    const old = { ...source, bytes: new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])]) };
    await expect(createDocumentClient(start).read(old)).rejects.toMatchObject({ code: 'old-format' });
    expect(ended).toHaveBeenCalledOnce();
  });

  it('ends a worker that takes too long, breaks down, or is no longer wanted', async () => {
    const slow = port(() => undefined);
    await expect(createDocumentClient(slow.start, 1).read(source)).rejects.toMatchObject({ code: 'too-slow' });
    expect(slow.ended).toHaveBeenCalledOnce();

    const broken = port(() => queueMicrotask(() => broken.breakDown()));
    await expect(createDocumentClient(broken.start).read(source)).rejects.toMatchObject({ code: 'failed' });
    expect(broken.ended).toHaveBeenCalled();

    const unwanted = port(() => undefined);
    const abort = new AbortController();
    const reading = createDocumentClient(unwanted.start).read(source, abort.signal);
    abort.abort();
    await expect(reading).rejects.not.toBeInstanceOf(DocumentError);
    expect(unwanted.ended).toHaveBeenCalledOnce();
  });
});
