import { factsOf, oneLine, titleOf, type Fact } from '#archive/render/base/facts.ts';
import { entriesOf, type Entry } from '#archive/render/base/entries.ts';
import type { RenderOptions, RenderSource } from '#archive/render/base/render-options.ts';
import { openRendering } from '#archive/render/base/rendering.ts';

/** How much of thinking and of tool calls is printed. `line`: that it was there, on one line. */
export type Amount = 'out' | 'line' | 'full';

export interface PrintChoice {
  thinking: Amount;
  tools: Amount;
}

export interface Pages {
  title: string;
  facts: Fact[];
  system: string;
  entries: readonly Entry[];
}

/** Messages that are read before others get their turn. */
const AT_ONCE = 25;

/**
 * Reads what an export as a web page would hold: the shown path, without other branches. `onPages` gets more of it with
 * each call, so that a long conversation is drawn while the rest is read. Resolves with false when it isn't stored.
 */
export async function readPages(
  source: RenderSource,
  sessionId: string,
  options: Omit<RenderOptions, 'branches'>,
  { signal, onPages }: { signal: AbortSignal; onPages: (pages: Pages, of: number) => void },
): Promise<boolean> {
  const rendering = await openRendering(source, sessionId, { ...options, branches: false });
  if (!rendering) return false;
  const { outline } = rendering;
  const system = oneLine(outline.session.system) === '' ? '' : outline.session.system;
  const head = { title: titleOf(outline, rendering.options), facts: factsOf(outline, rendering.options), system };
  const entries: Entry[] = [];
  const tell = () => onPages({ ...head, entries: [...entries] }, outline.path.length);
  for await (const entry of entriesOf(source.records(sessionId), outline, 'path', rendering.options)) {
    signal.throwIfAborted();
    entries.push(entry);
    if (entries.length % AT_ONCE !== 0) continue;
    tell();
    await new Promise((resolve) => setTimeout(resolve));
  }
  signal.throwIfAborted();
  tell();
  return true;
}
