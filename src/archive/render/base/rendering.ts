import type { Entry } from './entries.ts';
import { entriesOf } from './entries.ts';
import { readOutline, type Outline } from './outline.ts';
import type { RenderOptions, RenderSource } from './render-options.ts';

/** A conversation that is ready to be written. */
export interface Rendering {
  outline: Outline;
  source: RenderSource;
  options: RenderOptions;
}

/** `null` when it isn't stored. */
export async function openRendering(
  source: RenderSource,
  sessionId: string,
  options: RenderOptions,
): Promise<Rendering | null> {
  const outline = await readOutline(source.records(sessionId), options);
  return outline && { outline, source, options };
}

/** The shown path, followed by the other branches; `between` is written before those. */
export async function* allEntries<T>(
  { outline, source, options }: Rendering,
  write: (entry: Entry) => AsyncIterable<T>,
  between: () => Iterable<T>,
): AsyncGenerator<T> {
  for (const part of ['path', 'others'] as const) {
    if (outline[part].length === 0) continue;
    if (part === 'others') yield* between();
    for await (const entry of entriesOf(source.records(outline.session.id), outline, part, options))
      yield* write(entry);
  }
}
