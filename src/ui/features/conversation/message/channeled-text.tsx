/* oxlint-disable react/no-array-index-key -- the text is stored and doesn't change */
import { useMemo } from 'react';
import { splitChanneled } from '#core/harmony-splitter.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { Thinking } from './thinking.tsx';

/** A text that was stored or imported with the channels of gpt-oss in it. What it thought is folded, as elsewhere. */
export function ChanneledText({ text, name }: { text: string; name: string }) {
  const segments = useMemo(() => splitChanneled(text) ?? [{ type: 'text' as const, text }], [text]);
  return segments.map((one, at) =>
    one.type === 'text' ? (
      <Markdown key={at} text={one.text} streaming={false} />
    ) : (
      <Thinking key={at} text={one.text} durationMs={undefined} live={false} startedAt={0} name={`${name}.${at}`} />
    ),
  );
}
