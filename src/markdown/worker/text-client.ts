import { createWorkerClient, toWorkerPort } from '#workers/worker-calls.ts';
import type { Block } from '../ast.ts';
import type { ColoredPart, TextMethods, TextPort } from './text-messages.ts';

/** Much longer than any text takes that people and models write. */
const MAX_MS = 3_000;

export interface TextClient {
  /** `null` when it takes too long, or nobody waits for it anymore. */
  read(text: string, signal: AbortSignal): Promise<Block[] | null>;
  highlight(language: string, code: string, signal: AbortSignal): Promise<ColoredPart[] | null>;
}

export const startTextWorker = (): TextPort =>
  toWorkerPort(new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' }));

/** One call at a time, so that a text that takes too long ends only its own. */
export function createTextClient(start: () => TextPort): TextClient {
  const worker = createWorkerClient<TextMethods, string>({
    start,
    toError: (message) => new Error(message),
    toBreakdown: (message) => new Error(message),
    maxMs: MAX_MS,
  });
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T | null> {
    // A text that can't be read is shown as written, which says so.
    const result = last.then(() => (signal.aborted ? null : call())).catch(() => null);
    last = result;
    return result;
  }

  return {
    read: (text, signal) => inTurn(signal, () => worker.call('read', { text })),
    highlight: (language, code, signal) => inTurn(signal, () => worker.call('highlight', { language, code })),
  };
}
