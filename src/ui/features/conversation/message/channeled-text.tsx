/* oxlint-disable react/no-array-index-key -- the text is stored and doesn't change */
import { useMemo } from 'react';
import { splitChanneled } from '#core/harmony-splitter.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { Thinking } from './thinking.tsx';

/** No answer of a model has more. Texts made to have more are shown as they are, since splitting takes too long. */
const MAX_LETTERS = 200_000;
const MAX_TAGS = 200;

const isSplit = (text: string): boolean =>
  text.length <= MAX_LETTERS && text.split('<|', MAX_TAGS + 2).length <= MAX_TAGS + 1;

/** A text that was stored or imported with the channels of gpt-oss in it. What it thought is folded, as elsewhere. */
export function ChanneledText({ text, name }: { text: string; name: string }) {
  const segments = useMemo(
    () => (isSplit(text) ? splitChanneled(text) : null) ?? [{ type: 'text' as const, text }],
    [text],
  );
  return segments.map((one, at) =>
    one.type === 'text' ? (
      <Markdown key={at} text={one.text} streaming={false} />
    ) : (
      <Thinking key={at} text={one.text} durationMs={undefined} live={false} startedAt={0} name={`${name}.${at}`} />
    ),
  );
}
