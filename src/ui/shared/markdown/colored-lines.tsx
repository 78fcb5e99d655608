/* oxlint-disable react/no-array-index-key -- the parts of code that has ended keep their places */
import { memo } from 'react';
import type { ColoredPart } from '#markdown/worker/text-messages.ts';
import { useTurns } from '#ui/kit/time/use-turns.ts';
import { hastElements } from './hast-elements.tsx';

const Part = memo(function Part({ part, colored }: { part: ColoredPart; colored: boolean }) {
  return colored ? hastElements(part.nodes) : part.text;
});

/** Highlighted code. Each part gets its colors in a turn of its own. */
export function ColoredLines({ parts }: { parts: readonly ColoredPart[] }) {
  const turns = useTurns(parts.length);
  return parts.map((part, at) => <Part key={at} part={part} colored={at < turns} />);
}
