import type { RpcMessage } from '../base/wire.ts';

export interface MessageStream {
  readonly body: ReadableStream<Uint8Array>;
  push(message: RpcMessage): void;
  /** After what was pushed. */
  end(): void;
  readonly open: boolean;
}

const encoder = new TextEncoder();

/**
 * Messages as server-sent events, on demand. The controller is touched in `pull` alone, so nothing is enqueued after a
 * cancel, which would end the whole process (security.md T2).
 */
export function createMessageStream(onGone: () => void): MessageStream {
  const waiting: RpcMessage[] = [];
  let ended = false;
  let gone = false;
  let wake: (() => void) | null = null;
  const wakeWaiter = () => {
    wake?.();
    wake = null;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (waiting.length === 0 && !ended && !gone) await new Promise<void>((resolve) => (wake = resolve));
        if (gone) return;
        const message = waiting.shift();
        if (message) controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`));
        else controller.close();
      },
      cancel() {
        gone = true;
        wakeWaiter();
        onGone();
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    push(message) {
      if (!ended && !gone) waiting.push(message);
      wakeWaiter();
    },
    end() {
      ended = true;
      wakeWaiter();
    },
    get open() {
      return !ended && !gone;
    },
  };
}
