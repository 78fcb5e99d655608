import type { RpcMessage } from '../base/wire.ts';

export interface MessageStream {
  readonly body: ReadableStream<Uint8Array>;
  push(message: RpcMessage): void;
  /** Ends the stream after the messages already pushed. */
  end(): void;
  readonly open: boolean;
}

const encoder = new TextEncoder();

/**
 * Sends messages as server-sent events, on demand. Only `pull` touches the controller, so nothing is enqueued after a
 * cancel, which would crash the whole process (security.md T2).
 */
export function createMessageStream(onClose: () => void): MessageStream {
  const waiting: RpcMessage[] = [];
  let ended = false;
  let cancelled = false;
  let wake: (() => void) | null = null;
  const wakeWaiter = () => {
    wake?.();
    wake = null;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (waiting.length === 0 && !ended && !cancelled) await new Promise<void>((resolve) => (wake = resolve));
        if (cancelled) return;
        const message = waiting.shift();
        if (message) controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`));
        else controller.close();
      },
      cancel() {
        cancelled = true;
        wakeWaiter();
        onClose();
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    push(message) {
      if (!ended && !cancelled) waiting.push(message);
      wakeWaiter();
    },
    end() {
      ended = true;
      wakeWaiter();
    },
    get open() {
      return !ended && !cancelled;
    },
  };
}
