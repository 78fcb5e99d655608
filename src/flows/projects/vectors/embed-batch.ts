import { VendorError } from '#vendors/base/model-error.ts';

/** Resolves with one vector for each text. Rejects with VendorError. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;

/** After how long a failed request is sent again (ms), if the vendor doesn't say. */
const PAUSES = [1_000, 4_000, 15_000];
const MAX_PAUSE = 60_000;
/** A text that is refused for its length is sent with its first half, down to this. */
const MIN_CHARS = 100;
const TOO_LONG = /too (?:long|large)|maximum (?:context|input)|exceed|context length|batch size/i;

/** Embeds texts, again after a failure that passes, and in smaller pieces where the server takes only those. */
export async function embedBatch(
  embed: Embed,
  texts: readonly string[],
  { signal, wait }: { signal: AbortSignal; wait: (ms: number, signal: AbortSignal) => Promise<void> },
): Promise<number[][]> {
  const again = (some: readonly string[]) => embedBatch(embed, some, { signal, wait });
  for (let tries = 0; ; tries++)
    try {
      return await embed(texts, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof VendorError)) throw error;
      const { kind, message, retryable, retryAfterMs } = error.error;
      if (kind === 'context_overflow' || TOO_LONG.test(message)) {
        const half = Math.ceil(texts.length / 2);
        if (texts.length > 1) return [...(await again(texts.slice(0, half))), ...(await again(texts.slice(half)))];
        const [text = ''] = texts;
        if (text.length >= 2 * MIN_CHARS) return again([text.slice(0, Math.ceil(text.length / 2))]);
      }
      const pause = PAUSES[tries];
      if (!retryable || pause === undefined) throw error;
      await wait(Math.min(retryAfterMs ?? pause, MAX_PAUSE), signal);
    }
}
