import { randomUUID } from 'node:crypto';
import { MCP_CALL_META } from '#contract/mcp-calls.ts';
import { isObject } from '#core/json.ts';
import type { RpcId, RpcMessage } from '../base/wire.ts';
import type { ServerConnection } from './connection.ts';
import type { LinkClient } from './pending.ts';
import { type MessageStream, createMessageStream } from './message-stream.ts';

/** Messages stored for a client that reads no stream right now. */
const MAX_WAITING = 200;

/** One MCP client of the page, identified by its session id, with the streams it reads. */
export interface PageClient extends LinkClient {
  readonly sessionId: string;
  lastUse: number;
  /**
   * Opens the stream for the answer to this request; if the reader stops, the request is cancelled. `key` is the page's
   * own name for the call and is sent with the questions that belong to it.
   */
  openAnswer(id: RpcId, key: string | null, onClose: () => void): MessageStream;
  /** Opens the stream for messages outside of requests; it replaces the one before. */
  openListener(): MessageStream;
  waitsFor(id: RpcId): boolean;
  closeAnswer(id: RpcId): void;
  close(): void;
  /** The connection its requests were sent on, so that they can be cancelled there. */
  link: ServerConnection | null;
}

/** Marks a question with the key of its call; a key set by the server is ignored. */
function withKey(message: RpcMessage, key: string | null): RpcMessage {
  const { [MCP_CALL_META]: _own, ...meta } = isObject(message.params?.['_meta']) ? message.params['_meta'] : {};
  return {
    ...message,
    params: { ...message.params, _meta: { ...meta, ...(key !== null && { [MCP_CALL_META]: key }) } },
  };
}

export function createPageClient(elicits: boolean, now: number): PageClient {
  const answers = new Map<RpcId, MessageStream & { key: string | null }>();
  let listener: MessageStream | null = null;
  let waiting: RpcMessage[] = [];

  function keep(message: RpcMessage): void {
    // A "list changed" notification is stored once.
    if (message.method?.endsWith('list_changed')) waiting = waiting.filter(({ method }) => method !== message.method);
    waiting.push(message);
    if (waiting.length > MAX_WAITING) waiting.shift();
  }

  function flushTo(stream: MessageStream): void {
    for (const message of waiting) stream.push(message);
    waiting = [];
  }

  return {
    sessionId: randomUUID(),
    elicits,
    lastUse: now,
    link: null,
    deliver(given, related) {
      const answer = related === null ? undefined : answers.get(related);
      const isAnswer = given.method === undefined;
      const message = given.id !== undefined && !isAnswer ? withKey(given, answer?.key ?? null) : given;
      // The client no longer waits for this answer.
      if (isAnswer && !answer) return;
      const stream = answer ?? (listener?.open ? listener : [...answers.values()].at(-1));
      if (stream) stream.push(message);
      else keep(message);
      if (isAnswer && related !== null) {
        answer?.end();
        answers.delete(related);
      }
    },
    openAnswer(id, key, onClose) {
      const plain = createMessageStream(() => {
        if (answers.get(id) !== stream) return;
        answers.delete(id);
        onClose();
      });
      const stream = Object.assign(plain, { key });
      answers.set(id, stream);
      if (!listener?.open) flushTo(stream);
      return stream;
    },
    openListener() {
      listener?.end();
      const stream = createMessageStream(() => undefined);
      listener = stream;
      flushTo(stream);
      return stream;
    },
    waitsFor: (id) => answers.has(id),
    closeAnswer(id) {
      answers.get(id)?.end();
      answers.delete(id);
    },
    close() {
      listener?.end();
      for (const stream of answers.values()) stream.end();
      answers.clear();
    },
  };
}
